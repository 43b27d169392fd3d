/**
 * Recognises a call that was refused before and comes again unchanged: models in a loop do that. Only hashes are kept, of the
 * last refused calls; a call that succeeds is taken out.
 */

const MOST_CALLS = 64;

export class Brake {
  /** Path as the model gave it -> keys of its refused calls. */
  readonly #refused = new Map<string, Set<string>>();
  #count = 0;

  /** True where this very call was refused before. `key` is only asked for where that is possible at all. */
  isRepeated(path: string, key: () => string): boolean {
    return this.#refused.get(path)?.has(key()) ?? false;
  }

  refused(path: string, key: string): void {
    const keys = this.#refused.get(path) ?? new Set();
    if (keys.has(key)) return;
    keys.add(key);
    this.#refused.set(path, keys);
    this.#count += 1;
    if (this.#count > MOST_CALLS) this.#dropOldest();
  }

  /** Takes a call out again: it succeeded. */
  succeeded(path: string, key: () => string): void {
    const keys = this.#refused.get(path);
    if (!keys?.delete(key())) return;
    this.#count -= 1;
    if (keys.size === 0) this.#refused.delete(path);
  }

  forget(path?: string): void {
    if (path === undefined) {
      this.#refused.clear();
      this.#count = 0;
      return;
    }
    this.#count -= this.#refused.get(path)?.size ?? 0;
    this.#refused.delete(path);
  }

  #dropOldest(): void {
    for (const [path, keys] of this.#refused) {
      for (const key of keys) {
        keys.delete(key);
        this.#count -= 1;
        if (keys.size === 0) this.#refused.delete(path);
        return;
      }
    }
  }
}
