// What the scripted models play: an edit session with everything that goes wrong in one, and a race. Knows no framework.

import { readFileSync, writeFileSync } from 'node:fs';

export const before = 'door = red\nwall = red\nroof = grey\r\n';
export const after = 'door = black\nwall = white\nroof = grey\r\ngate = pink\n';

const edit = (old_string, new_string) => ({ calls: [{ name: 'Edit', input: { file_path: 'paint.txt', old_string, new_string } }] });
const read = { calls: [{ name: 'Read', input: { file_path: 'paint.txt' } }] };

/** Turns over `file`, and what each of their tool results must be: whether it failed, and a word of its text. */
export function session(file) {
  const change = (from, to) => () => writeFileSync(file, readFileSync(file, 'latin1').replace(from, to));
  return [
    { turn: read, expected: [[false, 'door = red']] },
    { turn: edit('red', 'blue'), expected: [[true, 'stands 2 times in paint.txt']] },
    { turn: edit('door = red', 'door = blue'), expected: [[false, 'Edited paint.txt: 1 place, line 1']] },
    // Somebody else changes the line that the model is about to change.
    { turn: { ...edit('wall = red', 'wall = white'), before: change('wall = red', 'wall = green') }, expected: [[true, 'has changed since you read it']] },
    { turn: read, expected: [[false, 'wall = green']] },
    { turn: edit('wall = green', 'wall = white'), expected: [[false, 'line 2']] },
    // Somebody else changes another line: the edit still fits, and is made on the present text.
    { turn: { ...edit('door = blue', 'door = black'), before: change(/$/, 'gate = pink\n') }, expected: [[false, 'the file had changed since you read it']] },
    // Arguments that a schema would refuse: the engine names the right one, and takes a number written as a string.
    {
      turn: { calls: [{ name: 'Edit', input: { path: 'paint.txt', old_string: 'a', new_string: 'b', why: 'because' } }, { name: 'Read', input: { file_path: 'paint.txt', offset: '4' } }] },
      expected: [[true, 'Send the value as file_path'], [false, 'gate = pink']],
    },
    { turn: { text: 'painted' } },
  ];
}

export const lines = 10;
export const raceBefore = Array.from({ length: lines }, (_, index) => `line ${index} = old\n`).join('');
export const raceAfter = raceBefore.replaceAll('old', 'new');

/** Ten edits of one file in one turn, after a read of it. */
export function race() {
  const calls = Array.from({ length: lines }, (_, index) => ({ name: 'Edit', input: { file_path: 'race.txt', old_string: `line ${index} = old`, new_string: `line ${index} = new` } }));
  return [{ calls: [{ name: 'Read', input: { file_path: 'race.txt' } }] }, { calls }, { text: 'done' }];
}
