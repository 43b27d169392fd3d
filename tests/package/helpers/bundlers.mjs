// A production build by each bundler that has no page of its own, in the shape that its docs show: one entry, ES modules out.

import { basename } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import * as esbuild from 'esbuild';
import { rollup } from 'rollup';
import webpack from 'webpack';

const builders = {
  esbuild: ({ input, folder, platform, conditions = [], external = [] }) => esbuild.build({
    entryPoints: [input], outdir: folder, entryNames: 'main', outExtension: { '.js': '.mjs' }, bundle: true, minify: true, platform, conditions, external,
    format: 'esm', logLevel: 'silent', loader: { '.wasm': conditions.includes('workerd') ? 'copy' : 'file' },
  }),

  webpack: ({ input, folder, platform }) => new Promise((resolve, reject) => {
    const target = platform === 'node' ? 'node20' : 'web';
    webpack({
      entry: input, mode: 'production', target, devtool: false, performance: false,
      experiments: { outputModule: true }, output: { path: folder, filename: 'main.mjs', module: true, chunkFormat: 'module', library: { type: 'module' } },
    }, (error, stats) => {
      if (error) reject(error);
      else if (stats.hasErrors() || stats.hasWarnings()) reject(new Error(stats.toString('errors-warnings')));
      else resolve();
    });
  }),

  Rollup: async ({ input, folder, platform }) => {
    const onwarn = (warning) => { throw new Error(warning.message); };
    const plugins = [nodeResolve(platform === 'node' ? { exportConditions: ['node'], preferBuiltins: true } : { browser: true })];
    const made = await rollup({ input, plugins, onwarn, external: platform === 'node' ? [/^node:/] : [] });
    await made.write({ dir: folder, format: 'es', entryFileNames: 'main.mjs' });
    await made.close();
  },
};

/**
 * Bundles the program `input` into `folder`/main.mjs. A warning is an error.
 * @param {'esbuild' | 'webpack' | 'Rollup'} name
 * @param {{ input: string, folder: string, platform: 'node' | 'browser' | 'neutral', conditions?: string[], external?: string[] }} how (the last two: esbuild alone)
 */
export async function bundle(name, how) {
  try {
    await builders[name](how);
  } catch (error) {
    throw new Error(`${name} can't bundle ${basename(how.input)}: ${error.message}`, { cause: error });
  }
}
