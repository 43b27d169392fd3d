/**
 * A splice list over its base, as bytes: the one place where hosts and session turn a change into content. Offsets are bytes
 * of the base; the splices are sorted and disjoint.
 */
import type { Splice } from '../types.js';
import type { Change } from '../host.js';

/** The result in pieces, in order: slices of the base (views, not copies) and the splices' texts. Throws RangeError for a list that isn't sorted, disjoint and inside the base. */
export function* pieces(base: Uint8Array, splices: readonly Splice[]): Generator<Uint8Array> {
  let at = 0;
  for (const { start, endExclusive, text } of splices) {
    if (!(start >= at && endExclusive >= start && endExclusive <= base.length)) {
      throw new RangeError(`splice ${start}..${endExclusive} doesn't fit: the list must be sorted and inside ${base.length} bytes`);
    }
    if (start > at) yield base.subarray(at, start);
    if (text.length > 0) yield text;
    at = endExclusive;
  }
  if (at < base.length) yield base.subarray(at);
}

/** The result as one new array. O(result). */
export function applySplices(base: Uint8Array, splices: readonly Splice[]): Uint8Array {
  const parts = [...pieces(base, splices)];
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

/** The content that a change leaves behind. */
export function contentOf(change: Change): Uint8Array {
  return 'bytes' in change ? change.bytes : applySplices(change.base, change.splices);
}
