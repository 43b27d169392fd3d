// Removes what the build made: build/ and pkg/. Cargo's target/ and the user's tool cache stay.

import { rmSync } from 'node:fs';
import { at } from './lib/paths.mjs';

for (const name of ['build', 'pkg']) rmSync(at(name), { recursive: true, force: true });
