// Promise 8 for the two builds: the native engine (examples/plan_json.rs) and the wasm engine give equal outcomes as JSON, over
// every call that the cases make and 1,000 random inputs from a fixed seed (10,000 with STET_LONG=1).
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { claude, engine, memoryHost, mini, part } from './helpers/stet.mjs';
import { fileOf, loadCases, needsDisk, runCase } from './helpers/cases.mjs';

const { createSession } = await part('session/session');
const root = fileURLToPath(new URL('..', import.meta.url));
const long = process.env.STET_LONG === '1';

/** Bytes as lists of numbers, absent fields absent: what JSON can carry. */
const plain = (value) => JSON.parse(JSON.stringify(value, (_, item) => (item instanceof Uint8Array ? [...item] : item)));

/** One call of the engine by its name, as it's written to a line. */
const calls = {
  check: (request, names, options) => ({ fn: 'check', request, names, options }),
  plan: ({ bytes, ...input }) => ({ fn: 'plan', bytes, input }),
  render: ({ bytes, ...input }) => ({ fn: 'render', bytes, input }),
  changed: ({ bytes, ...input }) => ({ fn: 'changed', bytes, input }),
};

/** An engine that keeps what it was asked and what it answered. */
function recorder(kept) {
  const recorded = (name) => (...args) => {
    const answer = engine[name](...args);
    kept.push({ call: plain(calls[name](...args)), answer: plain(answer) });
    return answer;
  };
  return { ...engine, ...Object.fromEntries(Object.keys(calls).map((name) => [name, recorded(name)])) };
}

function natively(kept) {
  const run = spawnSync('cargo', ['run', '--locked', '--quiet', '--example', 'plan_json'], {
    cwd: root, input: kept.map(({ call }) => `${JSON.stringify(call)}\n`).join(''), maxBuffer: 1 << 30, encoding: 'utf8',
  });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout.trimEnd().split('\n').map((line) => JSON.parse(line));
}

function compare(kept) {
  const native = natively(kept);
  assert.equal(native.length, kept.length);
  for (const [index, { call, answer }] of kept.entries()) {
    assert.deepEqual(answer, native[index], `native and wasm differ for ${JSON.stringify(call).slice(0, 2_000)}`);
  }
}

test('parity: every call of the cases', async () => {
  const kept = [];
  const asking = recorder(kept);
  const cases = loadCases().filter((one) => !needsDisk(one));
  for (const one of cases) {
    const host = memoryHost(one.before ? { [fileOf(one)]: one.before } : {});
    const session = createSession(asking, host, one.request.options ?? {});
    await runCase(one, session, (bytes) => host.put(fileOf(one), bytes), () => null);
  }
  assert.ok(kept.length > cases.length);
  compare(kept);
  console.log(`parity: ${kept.length} engine calls of ${cases.length} cases are equal, native and wasm`);
});

/** Random numbers from a seed (mulberry32). */
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

test('parity: random inputs', () => {
  const kept = [];
  const asking = recorder(kept);
  const next = random(0x5e7);
  const below = (most) => Math.floor(next() * most);
  const pick = (list) => list[below(list.length)];
  const text = (most) => Array.from({ length: below(most) }, () => pick(['a', 'b', 'foo(x)', ' ', '    ', '\t', '\n', '\n', '\r', '\r\n', 'é', '😀', '\u{FEFF}', '“', '…', '\\n', '&lt;', '1: '])).join('');
  const encode = (string) => new TextEncoder().encode(string);
  const file = () => pick([
    () => encode(text(30)),
    () => encode(text(30)),
    () => Uint8Array.from([...encode(text(12)), 0xe9, ...encode(text(12))]),
    () => Uint8Array.from([0xff, 0xfe, ...new Uint8Array(new Uint16Array([...text(12)].map((char) => char.charCodeAt(0))).buffer)]),
    () => Uint8Array.from({ length: below(40) }, () => below(256)),
  ])();
  const range = () => ({ startLine: below(6), endLine: below(12) });
  const outcomes = {};
  const total = long ? 10_000 : 1_000;
  for (let index = 0; index < total; index++) {
    const bytes = file();
    const view = new TextDecoder().decode(bytes);
    const needle = () => {
      const start = below(view.length + 1);
      const taken = [...view.slice(start, start + 1 + below(12))].join('').replaceAll('\u{FFFD}', '').replaceAll('\0', '');
      const piece = pick([taken, taken, taken.replaceAll('\n', '\r\n'), taken.replaceAll('\t', '    '), `     1\t${taken}`, text(4)]);
      return piece.isWellFormed() ? piece : text(4);
    };
    const names = pick([claude, mini]).names;
    const options = {
      locale: pick(['en', 'zh']), readBeforeEdit: pick(['always', 'unlessUnique', 'never']), stale: pick(['recover', 'refuse']),
      repair: pick(['off', 'layout']), mayShow: next() < 0.9, limits: { fileBytes: 4_096, argumentBytes: 64 },
    };
    const one = () => ({ oldString: needle(), newString: text(6), replaceAll: next() < 0.3 });
    const args = pick([
      () => ({ filePath: 'f', ...one() }),
      () => ({ filePath: 'f', ...one(), expectedReplacements: pick([1, 2, '1', 1.5, -1, 'x']) }),
      () => ({ filePath: 'f', edits: Array.from({ length: below(4) }, one) }),
      () => ({ filePath: 'f', oldString: pick([null, 1, true, [], {}]), newString: text(3) }),
    ])();
    const request = pick([
      { op: 'edit', args }, { op: 'edit', args }, { op: 'edit', args },
      { op: 'write', args: { filePath: 'f', content: text(12), lineEndings: pick([undefined, 'lf', 'crlf', 'keep', 'cr']) } },
      { op: 'read', args: { filePath: 'f', offset: pick([undefined, 1, 3, 0, 1e300]), limit: pick([undefined, 1, 2, '7']) } },
    ]);
    const checked = asking.check(plain({ ...request, unknown: pick([[], ['path'], ['old_str']]) }), names, options);
    if (!checked.ok) continue;
    if (checked.request.op === 'read') {
      const { offset, limit } = plain(checked.request);
      asking.render({ bytes, filePath: 'f', ...(offset == null ? {} : { offset }), ...(limit == null ? {} : { limit }), names, options });
      continue;
    }
    const stamp = { host: '', sha1: engine.sha1(bytes) };
    const seen = file();
    const record = pick([null, { stamp, ranges: [{ startLine: 1, endLine: 99 }] }, { stamp, ranges: [range(), range()] }, { stamp, ranges: [range()], narrow: true },
      { stamp: { host: '', sha1: engine.sha1(seen) }, ranges: [{ startLine: 1, endLine: 99 }] }]);
    const context = pick([{}, { seen }, { seenHashes: engine.lineHashes(seen) }, { seen, others: [{ path: 'g', bytes: file() }], repeated: true, nearPaths: ['near'] }]);
    const answer = asking.plan({ bytes: next() < 0.05 ? null : bytes, stamp, record, request: plain(checked.request), options, names, context });
    const outcome = answer.ok ? answer.kind : answer.code;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (next() < 0.2) asking.changed({ bytes, ...(next() < 0.5 ? { seen } : {}), ranges: [range()], filePath: 'f', options });
  }
  // The inputs are worth what they reach.
  for (const what of ['edit', 'write', 'not_found', 'ambiguous', 'not_read', 'stale', 'encoding', 'binary']) assert.ok(outcomes[what] > 0, `${what} was never reached: ${JSON.stringify(outcomes)}`);
  compare(kept);
  console.log(`parity: ${kept.length} engine calls of ${total} random inputs are equal, native and wasm`);
});
