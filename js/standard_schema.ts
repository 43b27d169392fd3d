/**
 * A tool's JSON Schema as a Standard Schema object (standardschema.dev, v1, with the JSON Schema part), for frameworks that
 * take one instead. It lets every value through: the engine proves a call's arguments itself, and its refusal tells the
 * model what to correct, where a failed validation would end as the framework's own sentence.
 */

export interface StandardSchema<Input = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Input };
    readonly validate: (value: unknown) => { readonly value: Input };
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>;
      readonly output: (options: { readonly target: string }) => Record<string, unknown>;
    };
  };
}

/** Drafts in which the tools' schemas say the same: no keyword of theirs differs between them. */
const TARGETS: readonly string[] = ['draft-07', 'draft-2020-12', 'openapi-3.0'];

/** Makes the Standard Schema object of a JSON Schema. Each caller gets a copy of its own: frameworks write into them. */
export function standardSchema<Input = Record<string, unknown>>(jsonSchema: Record<string, unknown>): StandardSchema<Input> {
  const convert = ({ target }: { readonly target: string }): Record<string, unknown> => {
    if (!TARGETS.includes(target)) throw new RangeError(`stet's tools have no schema for ${target}; there is ${TARGETS.join(', ')}`);
    return structuredClone(jsonSchema);
  };
  return {
    '~standard': {
      version: 1,
      vendor: 'stet',
      validate: (value) => ({ value: value as Input }),
      jsonSchema: { input: convert, output: convert },
    },
  };
}
