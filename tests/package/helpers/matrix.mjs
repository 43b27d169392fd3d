// The matrix of runtimes: which cells there are, what their tests are called, and the table that the docs show. One list,
// so that no cell is claimed without a test.

import { nodeVersions } from '../../../scripts/lib/tools.mjs';

const nodes = nodeVersions.map((version) => `Node ${version.split('.')[0]}`);

const pages = ['Chromium', 'Firefox'];

/** Columns in order, with the runtimes that each is tested on. */
export const columns = {
  'as installed': [...nodes, 'Bun', 'Deno', 'workerd', ...pages],
  '`stet/slim`': [...nodes, 'Bun', 'Deno', 'workerd', ...pages],
  Vite: pages,
  'Vite, slim': pages,
  esbuild: [...nodes, 'workerd', ...pages],
  'esbuild, slim': ['workerd', ...pages],
  webpack: [...nodes, ...pages],
  'webpack, slim': pages,
  Rollup: [...nodes, ...pages],
};

/** The name of a cell's test. Throws for a cell that the matrix doesn't have. */
export function cell(runtime, column) {
  if (!columns[column]?.includes(runtime)) throw new Error(`the matrix has no cell ${runtime}, ${column}`);
  return `cell: ${runtime}, ${column.replaceAll('`', '')}`;
}

/** The table of the docs, as Markdown. */
export function table() {
  const names = Object.keys(columns);
  const row = (cells) => `| ${cells.join(' | ')} |`;
  const runtimes = [...new Set(Object.values(columns).flat())];
  return [
    row(['', ...names]),
    row(['---', ...names.map(() => ':-:')]),
    ...runtimes.map((runtime) => row([runtime, ...names.map((name) => (columns[name].includes(runtime) ? 'yes' : ''))])),
  ].join('\n');
}
