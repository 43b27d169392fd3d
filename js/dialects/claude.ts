/** Read, Edit, Write, as Claude Code's models know them. */
import { ARGUMENTS, type Dialect } from './dialect.js';

export const claude: Dialect = {
  names: {
    tools: { read: 'Read', edit: 'Edit', write: 'Write' },
    args: {
      filePath: 'file_path', oldString: 'old_string', newString: 'new_string', replaceAll: 'replace_all',
      expectedReplacements: 'expected_replacements', edits: 'edits', content: 'content', lineEndings: 'line_endings',
      offset: 'offset', limit: 'limit',
    },
  },
  tools: {
    read: { args: [...ARGUMENTS.read], required: ['filePath'] },
    // Either a pair of texts or a list of them: neither can be required.
    edit: { args: [...ARGUMENTS.edit], required: ['filePath'] },
    write: { args: [...ARGUMENTS.write], required: ['filePath', 'content'] },
  },
};
