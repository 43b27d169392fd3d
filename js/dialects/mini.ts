/** read_file, edit_file, write_file with the fewest arguments, for small models. */
import type { Dialect } from './dialect.js';

export const mini: Dialect = {
  names: {
    tools: { read: 'read_file', edit: 'edit_file', write: 'write_file' },
    args: {
      filePath: 'path', oldString: 'old_str', newString: 'new_str', replaceAll: 'replace_all', content: 'content',
      offset: 'offset', limit: 'limit',
    },
  },
  tools: {
    read: { args: ['filePath', 'offset', 'limit'], required: ['filePath'] },
    edit: { args: ['filePath', 'oldString', 'newString', 'replaceAll'], required: ['filePath', 'oldString', 'newString'] },
    write: { args: ['filePath', 'content'], required: ['filePath', 'content'] },
  },
};
