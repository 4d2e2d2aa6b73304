import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Body, Controller, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { TaskWaits } from '#libs/media/work';
import { InvalidRequest } from '#libs/platform/errors';
import {
  Authenticated,
  CurrentPrincipal,
  JsonBodyLimit,
  OpenStreams,
  type Principal,
  PublicAddress,
} from '#libs/platform/http';
import { McpServer } from './mcp-server.js';
import { OwnOriginGuard } from './own-origin.guard.js';

const IGNORED_FIELDS = 'X-Ignored-Fields';

/** The Model Context Protocol over streamable HTTP, without sessions: each request is independent. */
@ApiExcludeController()
@Authenticated()
@UseGuards(OwnOriginGuard)
@Controller('mcp')
export class McpController {
  constructor(
    private readonly server: McpServer,
    private readonly waits: TaskWaits,
    private readonly open: OpenStreams,
    private readonly address: PublicAddress,
  ) {}

  @Post()
  @JsonBodyLimit(64)
  async answer(
    @CurrentPrincipal() principal: Principal,
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    // Later protocols have none; a list of calls would count as one request.
    if (Array.isArray(body))
      throw new InvalidRequest('The body must be one message, and not a list of them.');
    const handler = this.server.handlerFor({
      principal,
      untilEnded: async (taskId, seconds) => {
        const signal = this.open.take(request, principal, response);
        await this.waits.untilEnded(taskId, seconds, signal);
      },
      ignoredFields: () => {
        const names = response.getHeader(IGNORED_FIELDS);
        response.removeHeader(IGNORED_FIELDS);
        return typeof names === 'string' ? names : undefined;
      },
    });
    const reply = await handler.fetch(requestOf(request, this.address.url), { parsedBody: body });
    response.status(reply.status).setHeaders(reply.headers);
    if (!reply.body) return void response.end();
    await pipeline(Readable.fromWeb(reply.body as ReadableStream), response);
  }
}

/** As the handler wants it: its body has been read. */
function requestOf({ headers, originalUrl }: Request, address: string): globalThis.Request {
  const named = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return new globalThis.Request(new URL(originalUrl, address), { method: 'POST', headers: named });
}
