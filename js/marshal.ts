/**
 * Takes a tool call's arguments apart without trusting them: own properties only, each read once, nothing called that the
 * caller may have put there (getters and proxies can throw; that is an answer too). What isn't plain data is tagged, so that
 * the engine can name it. Never throws. Sizes are bytes of UTF-8, and are measured before anything reaches the engine.
 */
import type { ArgumentName, RawRequest } from './types.js';

/** Longest argument unless the options say otherwise. */
export const ARGUMENT_BYTES = 8 << 20;
const MAX_EDITS = 10_000;
const MAX_UNKNOWN = 32;
const MAX_UNKNOWN_CHARS = 64;

/** What a dialect calls an argument -> what stet calls it. Both the single edit's and the listed edits' names go through it. */
export type ArgumentMap = ReadonlyMap<string, ArgumentName>;

/** Why a value isn't plain: `what` is a word for the model, or one of the tags that the engine knows. */
function tagged(what: string, more?: Record<string, unknown>): Record<string, unknown> {
  return { $type: what, ...more };
}

/** Bytes of a string in UTF-8. O(text), and O(1) where the length alone decides. */
function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit >= 0xd800 && unit <= 0xdbff && at + 1 < text.length) { bytes += 2; at += 1; }
    else bytes += 2;
  }
  return bytes;
}

/** Sizes an argument: undefined where it fits. */
function oversize(text: string, max: number): number | undefined {
  if (text.length * 3 <= max) return undefined;
  const bytes = text.length > max ? text.length : utf8Length(text);
  return bytes > max ? bytes : undefined;
}

function marshalText(text: string, max: number): unknown {
  const bytes = oversize(text, max);
  if (bytes !== undefined) return tagged('too_large', { bytes });
  // With the u flag, \p{Surrogate} matches only half of a pair that has lost the other half.
  return /\p{Surrogate}/u.test(text) ? tagged('lone_surrogate') : text;
}

function marshalValue(value: unknown, max: number): unknown {
  switch (typeof value) {
    case 'string':
      return marshalText(value, max);
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : tagged(String(value), { $value: String(value) });
    case 'undefined':
      return tagged('undefined');
    case 'bigint':
      return tagged('a bigint');
    case 'symbol':
      return tagged('a symbol');
    case 'function':
      return tagged('a function');
    default:
      if (value === null) return null;
      try {
        // What stands inside is of no interest: no argument but `edits` is an object.
        return Array.isArray(value) ? [] : isPlain(value as object) ? {} : tagged('an object that is no plain data');
      } catch {
        return tagged('an unreadable object');
      }
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/** An own property's value, or that there is none. A getter is run once; one that throws is tagged. */
function own(from: object, name: PropertyKey): { value: unknown } | undefined {
  try {
    return Object.prototype.hasOwnProperty.call(from, name) ? { value: (from as Record<PropertyKey, unknown>)[name] } : undefined;
  } catch {
    return { value: UNREADABLE };
  }
}
const UNREADABLE = Symbol('unreadable');

function marshalOwn(value: unknown, max: number): unknown {
  return value === UNREADABLE ? tagged('an unreadable value') : marshalValue(value, max);
}

/** The list of edits, also as a JSON text of that list. The texts of all edits together are held to `max`. */
function marshalEdits(given: unknown, names: ArgumentMap, max: number): unknown {
  let list = given;
  if (typeof list === 'string') {
    const text = marshalText(list, max);
    if (typeof text !== 'string') return text;
    try {
      list = JSON.parse(text);
    } catch {
      return text;
    }
    if (!Array.isArray(list)) return text;
  }
  if (list === UNREADABLE) return tagged('an unreadable value');
  try {
    if (!Array.isArray(list)) return marshalValue(list, max);
    const length = list.length;
    if (length > MAX_EDITS) return tagged('too_many');
    const edits: unknown[] = [];
    const room = { left: max };
    for (let index = 0; index < length; index++) edits.push(marshalEdit(list[index], names, room));
    return edits;
  } catch {
    return tagged('an unreadable list');
  }
}

/** `[first, last]`, also as its JSON text, as offset and limit; a last one of -1 is the end. What is no range stays `viewRange`, for the engine to refuse. */
function marshalRange(given: unknown): Record<string, unknown> {
  try {
    const list: unknown = typeof given === 'string' && given.length <= 64 ? JSON.parse(given) : given;
    if (list == null) return {};
    if (Array.isArray(list) && list.length === 2) {
      const [first, last] = [list[0] as unknown, list[1] as unknown];
      const isLine = (one: unknown): one is number => Number.isSafeInteger(one) && (one as number) >= 1;
      if (isLine(first) && last === -1) return { offset: first };
      if (isLine(first) && isLine(last) && first <= last) return { offset: first, limit: last - first + 1 };
    }
  } catch {
    // No range either.
  }
  return { viewRange: true };
}

function marshalEdit(item: unknown, names: ArgumentMap, room: { left: number }): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return marshalValue(item, room.left);
  const edit: Record<string, unknown> = {};
  for (const [name, canonical] of names) {
    if (canonical !== 'oldString' && canonical !== 'newString' && canonical !== 'replaceAll') continue;
    const found = own(item, name);
    if (!found) continue;
    const value = marshalOwn(found.value, room.left);
    if (typeof value === 'string') room.left -= value.length;
    edit[canonical] = value;
  }
  return edit;
}

/**
 * A call's arguments as the engine takes them. `names`: the dialect's arguments of this operation; every other own key goes
 * to `unknown` (the first 32), by name alone. O(arguments).
 */
export function marshal(op: RawRequest['op'], input: unknown, names: ArgumentMap, max: number = ARGUMENT_BYTES): RawRequest {
  if (typeof input !== 'object' || input === null) {
    const args = typeof input === 'string' ? '' : typeof input === 'number' || typeof input === 'boolean' ? input : null;
    return { op, args: args as unknown as Record<string, unknown>, unknown: [] };
  }
  let isList: boolean;
  try {
    isList = Array.isArray(input);
  } catch {
    return { op, args: null as unknown as Record<string, unknown>, unknown: [] };
  }
  if (isList) return { op, args: [] as unknown as Record<string, unknown>, unknown: [] };
  const args: Record<string, unknown> = {};
  for (const [name, canonical] of names) {
    const found = own(input, name);
    if (!found) continue;
    if (canonical === 'viewRange') Object.assign(args, marshalRange(found.value));
    else args[canonical] = canonical === 'edits' ? marshalEdits(found.value, names, max) : marshalOwn(found.value, max);
  }
  return { op, args, unknown: unknownNames(input, names) };
}

function unknownNames(input: object, names: ArgumentMap): string[] {
  const unknown: string[] = [];
  try {
    for (const key of Object.keys(input)) {
      if (names.has(key)) continue;
      if (key.length <= MAX_UNKNOWN_CHARS && !/\p{Surrogate}/u.test(key)) unknown.push(key);
      if (unknown.length === MAX_UNKNOWN) break;
    }
  } catch {
    // A proxy that won't list its keys has none.
  }
  return unknown;
}

/** An own property's value if it's a text, else null. Never throws. */
export function ownText(input: unknown, name: string): string | null {
  const value = typeof input === 'object' && input !== null ? own(input, name)?.value : undefined;
  return typeof value === 'string' ? value : null;
}

/** What a value is, as a word for the model. */
export function described(input: unknown, name: string): string {
  const value = typeof input === 'object' && input !== null ? own(input, name)?.value : undefined;
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : value === undefined ? 'nothing' : 'no text';
}

/** True where `input` has an own property `name` that is `true`. Never throws. */
export function ownTrue(input: unknown, name: string): boolean {
  return typeof input === 'object' && input !== null && own(input, name)?.value === true;
}
