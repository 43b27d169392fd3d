/**
 * What the adapters use of each SDK, so that the build needs none of them. A user's compiler sees the SDK's own types in
 * their place; tests/adapters compiles the adapters against those, at pinned versions.
 */
declare module 'ai' {
  export interface Tool<INPUT, OUTPUT> {
    description?: string;
    inputSchema: import('../standard_schema.js').StandardSchema<INPUT>;
    execute?: (input: INPUT, options: { abortSignal?: AbortSignal }) => Promise<OUTPUT>;
  }
}
declare module '@anthropic-ai/sdk/lib/tools/BetaRunnableTool' {
  type Definition =
    | { type: 'custom'; name: string; description: string; input_schema: { type: 'object' } }
    | { type: 'text_editor_20250728'; name: 'str_replace_based_edit_tool'; max_characters?: number };
  export type BetaRunnableTool<Input> = Definition & {
    parse: (content: unknown) => Input;
    run: (input: Input, context?: { signal?: AbortSignal | null | undefined }) => Promise<string>;
  };
}
declare module '@anthropic-ai/sdk/lib/tools/ToolError' {
  export class ToolError extends Error {
    constructor(content: string);
  }
}
declare module '@openai/agents' {
  export interface FunctionTool<_Context, _Parameters, _Result> { type: 'function'; name: string }
  type Details = { signal?: AbortSignal } | undefined;
  export function tool(options: {
    name: string;
    description: string;
    parameters: { type: 'object'; properties: Record<string, object>; required: string[]; additionalProperties: true };
    strict: false;
    execute: (input: unknown, context: unknown, details: Details) => Promise<string>;
  }): FunctionTool<any, any, string>;
}
declare module '@langchain/core/messages' {
  export class ToolMessage {
    constructor(fields: { content: string; name: string; tool_call_id: string; status: 'error'; artifact: unknown });
  }
}
declare module '@langchain/core/tools' {
  export interface ToolRunnableConfig { signal?: AbortSignal; toolCall?: { id?: string } }
  export class DynamicStructuredTool {
    constructor(fields: {
      name: string;
      description: string;
      schema: Record<string, unknown>;
      responseFormat: 'content_and_artifact';
      func: (input: unknown, manager?: unknown, config?: ToolRunnableConfig) => Promise<unknown>;
    });
    call(input: unknown, config?: unknown, tags?: string[]): Promise<any>;
  }
}
declare module '@mastra/core/tools' {
  export interface Tool<_Input, _Output> { id: string }
  export function createTool(options: {
    id: string;
    description: string;
    inputSchema: import('../standard_schema.js').StandardSchema;
    execute: (input: unknown, context: { abortSignal?: AbortSignal }) => Promise<string>;
  }): Tool<any, unknown>;
}
