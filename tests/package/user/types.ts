// A user's program in TypeScript, over every entry; compiled, never run.
import { openSession, memoryHost, nodeHost, StetError } from 'stet';
import type { EditOutcome, Host, Refusal, Session, SessionOptions, Tool } from 'stet';
import { loadEngine, type Engine, type Splice } from 'stet/engine';
import { init, openSession as openSlim } from 'stet/slim';

const options: SessionOptions = { host: memoryHost({ 'a.txt': 'a' }), readBeforeEdit: 'unlessUnique', locale: 'zh' };
const session: Session = await openSession(options);
const disk: Host = nodeHost({ root: '.' });

const answer: EditOutcome | Refusal = await session.edit({ filePath: 'a.txt', oldString: 'a', newString: 'b' });
if (answer.ok) {
  const line: number | undefined = answer.replacements[0]?.line;
  console.log(line, answer.structuredPatch.map((hunk) => hunk.lines));
} else {
  const code: string = answer.code;
  // @ts-expect-error a refusal has no patch
  answer.structuredPatch;
  console.log(code, answer.hint?.text);
}
// @ts-expect-error an edit needs its path
await session.edit({ oldString: 'a', newString: 'b' });
// @ts-expect-error no such policy
await openSession({ readBeforeEdit: 'sometimes' });

const tools: Tool[] = session.tools('claude');
const { text, isError }: { text: string; isError: boolean } = await tools[0]!.call({ anything: true });

const engine: Engine = await loadEngine();
const splices: Splice[] = engine.invert(new Uint8Array([97]), [{ start: 0, endExclusive: 1, text: new Uint8Array([98]) }]);
await init(new URL('https://example.org/engine.wasm'));
const slim: Session = await openSlim({ host: memoryHost() });
console.log(text, isError, splices, slim, disk, new StetError('not_loaded', 'x').code);
