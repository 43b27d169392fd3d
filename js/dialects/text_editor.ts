/**
 * Anthropic's text editor tool (`text_editor_20250728`): one tool with the commands view, create, str_replace and insert, whose
 * schema the models know already. Its documented sentences come first, stet's advice after them.
 */
import { StetError } from '../errors.js';
import type { ArgumentName, Names } from '../types.js';
import type { Dialect } from './dialect.js';

export interface TextEditorOptions {
  /** The tool's `max_characters`: most characters of a file that one view shows. Default: stet's own limits alone. */
  maxCharacters?: number;
}

const NAMES: Names = {
  form: 'text_editor',
  tools: { read: 'view', edit: 'str_replace', write: 'create' },
  args: { filePath: 'path', oldString: 'old_str', newString: 'new_str', content: 'file_text', viewRange: 'view_range', insertLine: 'insert_line' },
};
const named = (...args: [string, ArgumentName][]): Map<string, ArgumentName> => new Map([['path', 'filePath'], ...args]);

/** The dialect, with the tool's settings. Throws StetError `bad_option`. */
export function textEditor({ maxCharacters }: TextEditorOptions = {}): Dialect {
  if (maxCharacters !== undefined && !(Number.isSafeInteger(maxCharacters) && maxCharacters > 0)) {
    throw new StetError('bad_option', 'stet: maxCharacters must be a whole number above 0');
  }
  return {
    names: NAMES,
    tools: { read: { args: [], required: [] }, edit: { args: [], required: [] }, write: { args: [], required: [] } },
    single: {
      name: 'str_replace_based_edit_tool',
      commands: {
        view: { op: 'read', names: NAMES, args: named(['view_range', 'viewRange']) },
        create: { op: 'write', names: NAMES, args: named(['file_text', 'content']) },
        // Without a new text the old one is deleted.
        str_replace: { op: 'edit', names: NAMES, args: named(['old_str', 'oldString'], ['new_str', 'newString']), defaults: { newString: '' } },
        insert: {
          op: 'edit',
          names: { ...NAMES, args: { ...NAMES.args, newString: 'insert_text' } },
          // Earlier versions of the tool called the text new_str.
          args: named(['insert_line', 'insertLine'], ['new_str', 'newString'], ['insert_text', 'newString']),
          defaults: { insertLine: null },
        },
      },
      properties: {
        command: 'command', path: 'filePath', view_range: 'viewRange', file_text: 'content', old_str: 'oldString', new_str: 'newString',
        insert_line: 'insertLine', insert_text: 'newString',
      },
      ...(maxCharacters === undefined ? {} : { maxCharacters }),
    },
  };
}
