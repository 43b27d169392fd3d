/** The dialects by name. */
import type { Dialect } from './dialect.js';
import { claude } from './claude.js';
import { mini } from './mini.js';
import { textEditor } from './text_editor.js';

export const dialects: Readonly<Record<string, Dialect>> = { claude, mini, text_editor: /* @__PURE__ */ textEditor() };
export { claude, mini, textEditor };
export type { TextEditorOptions } from './text_editor.js';
export type { Command, Dialect, Operation, SingleTool } from './dialect.js';
