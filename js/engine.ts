/**
 * Loads the engine, and is the only module that knows the generated glue. Nothing is compiled at import. One instance is
 * shared by all sessions of a thread; it is replaced by a fresh one, made from the kept module, after a trap (a trapped
 * instance may hold broken state) and after a call that leaves its memory over 64 MiB (wasm memory never shrinks).
 * Sizes are bytes.
 */
import { createGlue, type Glue } from './glue/stet.js';
import { messageOf, StetError } from './errors.js';
import type { Engine, Names, PlanInput, Refusal, Splice } from './types.js';

/** What an engine can be made from: the wasm's bytes, a compiled module, where to fetch it, or a function that answers with one of them. */
export type EngineSource =
  | BufferSource | WebAssembly.Module | URL | string | Response
  | Promise<BufferSource | WebAssembly.Module | URL | string | Response>
  | (() => EngineSource);

const MOST_MEMORY = 64 << 20;

let loading: Promise<Engine> | undefined;

/**
 * The engine of this thread, loaded on the first call; later calls get the same one, whatever source they name. A load that
 * failed can be tried again. Rejects with `StetError`: `load_failed`, or `not_loaded` where no source was ever given.
 */
export function loadEngine(source?: EngineSource): Promise<Engine> {
  if (loading) return loading;
  if (source === undefined) {
    return Promise.reject(new StetError('not_loaded', 'stet: the engine is not loaded; call init(bytes | module | url) first'));
  }
  const attempt = compile(source).then(
    (module) => Instances.start(module).then((instances) => engineOver(instances)),
  );
  loading = attempt.catch((cause: unknown) => {
    loading = undefined;
    throw new StetError('load_failed', `stet: the engine can't be loaded: ${messageOf(cause)}`, { cause });
  });
  return loading;
}

async function compile(source: EngineSource): Promise<WebAssembly.Module> {
  let from: unknown = source;
  while (typeof from === 'function') from = (from as () => EngineSource)();
  from = await from;
  if (from instanceof WebAssembly.Module) return from;
  if (typeof from === 'string' || from instanceof URL) from = await fetch(from);
  if (typeof Response === 'function' && from instanceof Response) {
    if (!from.ok) throw new Error(`${from.url} answers ${from.status}`);
    // Not compileStreaming: it needs a content type that many servers don't send.
    from = await from.arrayBuffer();
  }
  return WebAssembly.compile(from as BufferSource);
}

interface Instance {
  glue: Glue;
  memory: WebAssembly.Memory;
}

function bind(glue: Glue, instance: WebAssembly.Instance, module: WebAssembly.Module): Instance {
  return { glue, memory: glue.bind(instance, module)['memory'] as WebAssembly.Memory };
}

/** The present instance, and the way to the next one. */
class Instances {
  #current: Instance | undefined;
  #renewing = false;
  readonly #module: WebAssembly.Module;
  /** How often an instance was replaced; for tests. */
  renewals = 0;

  private constructor(module: WebAssembly.Module, first: Instance) {
    this.#module = module;
    this.#current = first;
  }

  static async start(module: WebAssembly.Module): Promise<Instances> {
    const glue = createGlue();
    return new Instances(module, bind(glue, await WebAssembly.instantiate(module, glue.imports()), module));
  }

  get memoryBytes(): number {
    return this.#current?.memory.buffer.byteLength ?? 0;
  }

  /** Runs `work` on the present instance. A throw drops the instance and is passed on. */
  run<T>(work: (glue: Glue) => T): T {
    if (!this.#current) this.#renew();
    const instance = this.#current;
    if (!instance) throw new Error('the engine is being started again');
    try {
      const answer = work(instance.glue);
      if (instance.memory.buffer.byteLength > MOST_MEMORY) this.#current = undefined;
      return answer;
    } catch (thrown) {
      this.#current = undefined;
      throw thrown;
    }
  }

  #renew(): void {
    this.renewals += 1;
    const glue = createGlue();
    try {
      this.#current = bind(glue, new WebAssembly.Instance(this.#module, glue.imports()), this.#module);
    } catch (thrown) {
      // Older browsers refuse to instantiate synchronously on the main thread: the next call finds it ready.
      if (this.#renewing) throw thrown;
      this.#renewing = true;
      void WebAssembly.instantiate(this.#module, glue.imports())
        .then((instance) => { this.#current = bind(glue, instance, this.#module); })
        .catch(() => {})
        .then(() => { this.#renewing = false; });
    }
  }
}



function engineOver(instances: Instances): Engine {
  /** The refusal `internal`, by a fresh instance; without text of the engine only where there is no engine any more. */
  const internal = (thrown: unknown, path: string | undefined, names: Names, locale: string | undefined): Refusal => {
    const what = messageOf(thrown);
    const data = path === undefined ? { what } : { what, path };
    try {
      return instances.run((glue) => glue.refusal({ code: 'internal', data, names, locale: locale ?? 'en', failed: 'input' })) as Refusal;
    } catch {
      return { ok: false, code: 'internal', text: `internal: ${what}`, data, trace: [] };
    }
  };
  const guarded = <T>(work: (glue: Glue) => unknown, path: string | undefined, names: Names, locale: string | undefined): T | Refusal => {
    try {
      return instances.run(work) as T;
    } catch (thrown) {
      return internal(thrown, path, names, locale);
    }
  };
  return {
    check: (request, names, options) =>
      guarded((glue) => glue.check(request, names, options ?? {}), undefined, names, options?.locale),
    plan: (input: PlanInput) => {
      const { bytes, ...rest } = input;
      return guarded((glue) => glue.plan(bytes ?? undefined, rest), input.request.filePath, input.names, input.options.locale);
    },
    render: (input) => {
      const { bytes, ...rest } = input;
      return guarded((glue) => glue.render(bytes, rest), input.filePath, input.names, input.options?.locale);
    },
    changed: (input) => {
      const { bytes, ...rest } = input;
      return instances.run((glue) => glue.changed(bytes, rest)) as ReturnType<Engine['changed']>;
    },
    lineHashes: (bytes) => instances.run((glue) => glue.line_hashes(bytes)),
    sha1: (bytes) => instances.run((glue) => glue.sha1(bytes)),
    apply: (bytes, splices) => instances.run((glue) => glue.apply(bytes, splices)),
    invert: (bytes, splices) => instances.run((glue) => glue.invert(bytes, splices)) as Splice[],
    refusal: (code, data, names, locale, failed) => {
      try {
        return instances.run((glue) => glue.refusal({ code, data, names, locale: locale ?? 'en', failed: failed ?? 'input' })) as Refusal;
      } catch (thrown) {
        const path = typeof data['path'] === 'string' ? data['path'] : undefined;
        return internal(thrown, path, names, locale);
      }
    },
    note: (kind, data, names, locale) => instances.run((glue) => glue.note({ kind, data, names, locale: locale ?? 'en' })),
    description: (op, names, locale, argument) =>
      instances.run((glue) => glue.description({ op, names, locale: locale ?? 'en', ...(argument === undefined ? {} : { argument }) })),
    memoryBytes: () => instances.memoryBytes,
  };
}
