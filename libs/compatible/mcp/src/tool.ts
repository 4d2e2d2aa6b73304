import type { ContentBlock, Tool as ListedTool, ToolAnnotations } from '@modelcontextprotocol/server';
import type { Principal, Scope } from '#libs/platform/http';

/** Fields as JSON Schema. */
export type FieldSchemas = NonNullable<ListedTool['inputSchema']['properties']>;

/** What a tool is called with. */
export type ToolCall = {
  principal: Principal;
  /** As sent: each tool reads them as the route of its operation reads its request. */
  input: Readonly<Record<string, unknown>>;
  /** Waits for the end of a task, at most so long. */
  untilEnded(taskId: string, seconds: number): Promise<void>;
};

/** What a tool answers: an object of the API, and files that it has links to. */
export type ToolAnswer = { result: object; links?: readonly ContentBlock[] };

/** Something that an assistant may have done. It is one operation of the API, whose words and fields it shows. */
export type Tool = {
  name: string;
  operation: { method: 'get' | 'post'; path: string };
  /** Fields of the operation, in place of all of them. */
  fields?: readonly string[];
  /** Fields that the operation does not have, as JSON Schema. */
  extra?: FieldSchemas;
  /** None where any token will do. */
  scope?: Scope;
  annotations: ToolAnnotations;
  /** @throws DomainError, which the assistant reads. */
  call(call: ToolCall): Promise<ToolAnswer>;
};
