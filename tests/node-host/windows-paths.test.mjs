// Paths as Windows and macOS have them, on any system: the forms are pure, and the resolver gets another path module and a
// file system that answers from a list.
import assert from 'node:assert/strict';
import * as nodePath from 'node:path';
import { test } from 'node:test';
import { part } from '../helpers/stet.mjs';

const { wrongForm, leavesRoots } = await part('hosts/node/forms');
const { Resolver } = await part('hosts/node/resolve');
const absent = () => Object.assign(new Error('ENOENT'), { code: 'ENOENT' });

/** A file system that folds names by `fold` and knows these real paths; `also` are other names of some (8.3). Counts what it's asked. */
function listed(paths, { fold = (name) => name.toLowerCase(), also = {} } = {}) {
  const asked = [];
  const find = (path) => {
    asked.push(path);
    const long = also[fold(path)] ?? path;
    const found = paths.find((one) => fold(one) === fold(long));
    if (!found) throw absent();
    return found;
  };
  return { asked, calls: { realpath: find, lstat: (path) => {
    const found = find(path);
    return { isSymbolicLink: () => false, isDirectory: () => !/\.\w+$/.test(found) };
  } } };
}
function windows(paths, { root = 'C:\\ws', ...options } = {}) {
  const disk = listed(['C:\\', 'C:\\ws', ...paths], options);
  return { ...disk, resolver: new Resolver([root].flat(), { calls: disk.calls, windows: true, folds: true, proc: false, paths: nodePath.win32 }) };
}
const refusal = (work) => {
  try {
    return work();
  } catch (error) {
    return error.failure.failed;
  }
};

test('P21 P23 P24: forms that Windows gives a meaning of its own', () => {
  const wrong = ['f.txt:s', 'f.txt::$DATA', 'd:x\\f', 'C:f.txt', 'NUL', 'nul.txt', 'con.txt', 'src\\CON', 'COM1', 'com9.log', 'LPT1', 'COM\u00b9', 'aux .c', 'CONIN$', 'f.txt.', 'f ', 'a.\\b', 'a /b', 'a<b', 'a|b', 'what?', '*.js', 'a\u0001b'];
  for (const path of wrong) assert.equal(wrongForm(path, true)?.data.problem, 'path_form', path);
  for (const path of ['f.txt', 'C:\\ws\\f.txt', 'C:/ws/f.txt', 'src/f.txt', '.\\f', '..\\f', 'console.txt', 'nullable.ts', 'com10', 'common', '.gitignore', 'a.b.c', 'KIRO~1', '~', 'n'.repeat(255)]) assert.equal(wrongForm(path, true), null, path);
  for (const path of ['f.txt:s', 'NUL', 'con.txt', 'f.txt.', 'f ', 'aux .c', 'what?', '*.js']) assert.equal(wrongForm(path, false), null, `${path} is an ordinary name elsewhere`);
  assert.equal(wrongForm('n'.repeat(256), true).data.problem, 'path_too_long');
});

test('P25: servers, devices and other drives are outside, and are never touched', () => {
  for (const path of ['\\\\server\\share\\f', '//server/share/f', '\\\\?\\C:\\ws\\f', '\\\\.\\C:\\ws\\f', '\\\\?\\UNC\\server\\share\\f', 'D:\\f', 'D:/f']) {
    const { resolver, asked } = windows(['C:\\ws\\f.txt']);
    asked.length = 0;
    assert.equal(refusal(() => resolver.resolve(path)), 'outside_root', path);
    assert.deepEqual(asked, [], `${path} was touched`);
  }
  assert.equal(wrongForm('file://server/share/f', true).data.problem, 'path_form');
  assert.equal(leavesRoots('\\\\server\\share\\ws\\f', ['\\\\SERVER\\share\\ws'], (path) => nodePath.win32.parse(path).root), false, 'a root on a server is a root');
  for (const path of ['C:\\windows\\f', '..\\f', '\\f', 'C:\\ws-evil\\f', '..\\ws-evil\\f']) {
    const { resolver } = windows(['C:\\ws-evil', 'C:\\windows']);
    assert.equal(refusal(() => resolver.resolve(path)), 'outside_root', path);
  }
});

test('P19: names that differ in case are one file, by the name that it has itself', () => {
  const { resolver } = windows(['C:\\ws\\.cursor', 'C:\\ws\\.cursor\\mcp.json']);
  for (const path of ['.cursor\\mcp.json', '.CURSOR/mcp.json', '.Cursor\\MCP.JSON', 'c:\\WS\\.cursor\\mcp.json']) {
    assert.equal(resolver.resolve(path).real, 'C:\\ws\\.cursor\\mcp.json', path);
  }
  assert.equal(resolver.resolve('.CURSOR\\new.json').real, 'C:\\ws\\.cursor\\new.json', 'a new file in a folder that is there');
  assert.equal(resolver.shown('C:\\ws\\.cursor\\mcp.json'), '.cursor/mcp.json');
});

test('P20: forms of Unicode that a file system folds are one file', () => {
  const fold = (name) => name.normalize('NFC').toLowerCase();
  const disk = listed(['/', '/ws', '/ws/caf\u00e9.txt'], { fold });
  const resolver = new Resolver(['/ws'], { calls: disk.calls, windows: false, folds: true, proc: false, paths: nodePath.posix });
  for (const path of ['caf\u00e9.txt', 'cafe\u0301.txt', 'CAFE\u0301.txt']) assert.equal(resolver.resolve(path).real, '/ws/caf\u00e9.txt');
});

test('P22: a short name is judged as the long one', () => {
  const { resolver } = windows(['C:\\ws\\program files', 'C:\\ws\\program files\\f.txt', 'C:\\secrets', 'C:\\secrets\\f.txt'], { also: { 'c:\\ws\\progra~1': 'C:\\ws\\program files', 'c:\\ws\\progra~1\\f.txt': 'C:\\ws\\program files\\f.txt', 'c:\\ws\\secret~1': 'C:\\secrets', 'c:\\ws\\secret~1\\f.txt': 'C:\\secrets\\f.txt' } });
  assert.equal(resolver.resolve('PROGRA~1\\f.txt').real, 'C:\\ws\\program files\\f.txt');
  assert.equal(refusal(() => resolver.resolve('SECRET~1\\f.txt')), 'outside_root', 'the long name decides');
});

test('P01: a folder whose name begins like the root\'s is outside, on both kinds of systems', () => {
  const { resolver } = windows(['C:\\ws-evil', 'C:\\ws\\sub', 'C:\\ws\\..x'], {});
  assert.equal(resolver.isInside('C:\\ws-evil\\f'), false);
  assert.equal(resolver.isInside('C:\\ws\\..x\\f'), true, 'a name that begins with two dots');
  assert.equal(resolver.isInside('C:\\'), false);
  assert.equal(resolver.isInside('D:\\ws\\f'), false);
  assert.equal(resolver.isInside('C:\\WS'), true);
});

test('a volume that went away ends in a refusal', () => {
  const { resolver, calls } = windows(['C:\\ws\\f.txt']);
  calls.realpath = () => { throw absent(); };
  calls.lstat = calls.realpath;
  assert.equal(refusal(() => resolver.resolve('f.txt')), 'io_error');
});
