/** The JSON Schema of each argument, under the name that stet has for it. Texts are added by the engine. */
import type { ArgumentName } from '../types.js';

export const TYPES: Record<ArgumentName, Record<string, unknown>> = {
  filePath: { type: 'string' },
  oldString: { type: 'string' },
  newString: { type: 'string' },
  replaceAll: { type: 'boolean', default: false },
  expectedReplacements: { type: 'integer', minimum: 1 },
  edits: { type: 'array', minItems: 1 },
  content: { type: 'string' },
  lineEndings: { type: 'string', enum: ['keep', 'lf', 'crlf'] },
  offset: { type: 'integer', minimum: 1 },
  limit: { type: 'integer', minimum: 1 },
  viewRange: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
  insertLine: { type: 'integer', minimum: 0 },
  command: { type: 'string' },
};
