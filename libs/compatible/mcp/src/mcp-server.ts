import { Injectable, Logger } from '@nestjs/common';
import {
  type CallToolResult,
  createMcpHandler,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool as ListedTool,
} from '@modelcontextprotocol/server';
import { DomainError, InsufficientScope } from '#libs/platform/errors';
import { ApiDocument, type Principal } from '#libs/platform/http';
import { MediaTools } from './media-tools.js';
import { NodeTools } from './node-tools.js';
import { describeOperation } from './operation-input.js';
import type { Tool, ToolCall } from './tool.js';

const INSTRUCTIONS =
  'Tools named after media start a task and answer at once, with its price in credits. get_task with wait_seconds waits for its end, ' +
  'and then has links to the files. quote names the price beforehand. Pictures and videos are given as addresses or Base64.';

/** One request of an assistant. */
export type McpCaller = Omit<ToolCall, 'input'> & {
  /** Names of fields that nothing knew, since the last call. */
  ignoredFields(): string | undefined;
};

/** Serves the tools, by the protocol of 2026-07-28 and, as those before, without sessions. */
@Injectable()
export class McpServer {
  private readonly logger = new Logger(McpServer.name);
  private listed: ReadonlyMap<string, { tool: Tool; listing: ListedTool }> | undefined;

  constructor(
    private readonly document: ApiDocument,
    private readonly media: MediaTools,
    private readonly nodes: NodeTools,
  ) {}

  /** What answers one request. */
  handlerFor(caller: McpCaller): McpHttpHandler {
    return createMcpHandler(() => this.serverFor(caller), {
      // Nothing that it has changes while it listens.
      maxSubscriptions: 0,
      onerror: (error) => this.logger.debug({ err: error }, 'A request of an assistant was refused'),
    });
  }

  private serverFor(caller: McpCaller): Server {
    const { version } = this.document.read().info;
    const server = new Server(
      { name: 'atelier', version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    server.setRequestHandler('tools/list', () => ({
      tools: [...this.tools().values()]
        .filter(({ tool }) => mayCall(caller.principal, tool))
        .map(({ listing }) => listing),
    }));
    server.setRequestHandler('tools/call', ({ params: { name, arguments: input = {} } }) =>
      this.call(name, caller, input),
    );
    return server;
  }

  private async call(
    name: string,
    caller: McpCaller,
    input: Record<string, unknown>,
  ): Promise<CallToolResult> {
    const tool = this.tools().get(name)?.tool;
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool of this name.`);
    try {
      if (!mayCall(caller.principal, tool))
        throw new InsufficientScope(`The token lacks the scope "${tool.scope}".`);
      const { result, links = [] } = await tool.call({ ...caller, input });
      const ignored = caller.ignoredFields();
      const notes =
        ignored === undefined ? [] : [text(`These fields are not known and were ignored: ${ignored}`)];
      return {
        content: [text(JSON.stringify(result)), ...links, ...notes],
        structuredContent: { ...result },
      };
    } catch (error) {
      return this.refusal(error);
    }
  }

  /** An error that the assistant can read, and perhaps put right. */
  private refusal(error: unknown): CallToolResult {
    const isKnown = error instanceof DomainError && error.status < 500;
    if (!isKnown) this.logger.error({ err: error }, 'A tool failed');
    const code = error instanceof DomainError ? error.code : 'internal_error';
    const message = error instanceof DomainError ? error.message : 'The service failed.';
    return {
      content: [text(`${code}: ${message}`)],
      structuredContent: { error: code, message },
      isError: true,
    };
  }

  /** By name; made once, from the document. */
  private tools(): ReadonlyMap<string, { tool: Tool; listing: ListedTool }> {
    this.listed ??= new Map(
      [...this.media.list(), ...this.nodes.list()].map((tool) => [
        tool.name,
        { tool, listing: this.listing(tool) },
      ]),
    );
    return this.listed;
  }

  private listing({ name, operation, fields, extra = {}, annotations }: Tool): ListedTool {
    const { method, path } = operation;
    const { title, description, input } = describeOperation(this.document.read(), method, path);
    const isShown = (field: string): boolean => fields === undefined || fields.includes(field);
    const properties = Object.entries(input.properties).filter(([field]) => isShown(field));
    return {
      name,
      title,
      description,
      annotations: { title, ...annotations },
      inputSchema: {
        type: 'object',
        properties: { ...Object.fromEntries(properties), ...extra },
        required: input.required.filter(isShown),
      },
    };
  }
}

function mayCall({ scopes }: Principal, { scope }: Tool): boolean {
  return scope === undefined || scopes.includes(scope);
}

function text(content: string): { type: 'text'; text: string } {
  return { type: 'text', text: content };
}
