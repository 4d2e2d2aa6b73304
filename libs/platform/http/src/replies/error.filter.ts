import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
  NotFoundException,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Request, Response } from 'express';
import {
  BodyTooLarge,
  Conflict,
  DomainError,
  type DomainErrorClass,
  Forbidden,
  InternalError,
  InvalidRequest,
  MethodNotAllowed,
  NotFound,
  RateLimited,
  RouteNotFound,
  Unauthorized,
  Unavailable,
  UnsupportedMediaType,
  writeFailure,
} from '#libs/platform/errors';
import { isDatabaseUnavailable, SchemaWatch } from '#libs/platform/database';
import { REALM } from '../auth/bearer.guard.js';
import { currentRequest } from '../requests/request-context.js';
import { sendJson, type ServiceAdapter } from './service-adapter.js';
import { Replay } from '../idempotency/replay.js';

/** What other people's code throws: middleware, Express itself, a stream. */
type ForeignError = { status?: number; code?: string };

const BY_STATUS: Readonly<Record<number, DomainErrorClass>> = {
  400: InvalidRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  413: BodyTooLarge,
  415: UnsupportedMediaType,
  429: RateLimited,
  503: Unavailable,
};

const RETRY_AFTER_SECONDS = '5';

/** What a route may have said of the bytes it then failed to send; none of it is true of the error. */
const FILE_HEADERS = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Length',
  'Content-Range',
  'Content-Type',
  'ETag',
  'Last-Modified',
];

/** How an error is told. */
export type ErrorReply = { status: number; body: object; headers?: Readonly<Record<string, string>> };

/** Where an error becomes a reply: `{ error, message }` and nothing else. Filters of other APIs derive from it. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  constructor(
    private readonly host: HttpAdapterHost<ServiceAdapter>,
    private readonly schema: SchemaWatch,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (error instanceof Replay) {
      void error.send(response).catch((failure: unknown) => {
        this.logger.error({ err: failure }, 'A reply could not be sent again');
        response.destroy();
      });
      return;
    }
    void this.schema.note(error);
    const known = this.translate(error, request);
    if (isFault(known) && !isBecauseCallerLeft(error, request))
      this.logger.error({ err: known.cause ?? error, code: known.code }, known.message);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    for (const name of FILE_HEADERS) response.removeHeader(name);
    response.setHeader('Cache-Control', 'no-store');
    if (known.status === 401) response.setHeader('WWW-Authenticate', REALM);
    const { status, body, headers = {} } = this.replyTo(known, messageOf(known));
    for (const [name, value] of Object.entries({ ...known.headers, ...headers }))
      response.setHeader(name, value);
    response.statusCode = status;
    sendJson(request, response, JSON.stringify(body));
  }

  /** @param message That of the error, with the names that the caller used. */
  protected replyTo({ status, code }: DomainError, message: string): ErrorReply {
    return { status, body: { error: code, message } };
  }

  private translate(error: unknown, request: Request): DomainError {
    if (error instanceof DomainError) return error;
    if (error instanceof NotFoundException && error.message.startsWith('Cannot '))
      return unknownRoute(request, this.host.httpAdapter.allowedMethods(request));
    const known = isDatabaseUnavailable(error) ? unavailable(error) : writeFailure(error);
    if (known) return known;
    const isOfNest = error instanceof HttpException;
    const status = (isOfNest ? error.getStatus() : (error as ForeignError | undefined)?.status) ?? 500;
    const type = isOfNest || status < 500 ? BY_STATUS[status] : undefined;
    if (!type) return new InternalError(undefined, { cause: error });
    return new type(isOfNest ? error.message : undefined, { cause: error });
  }
}

/** With the names that the caller used. */
function messageOf({ message }: DomainError): string {
  return currentRequest()?.naming?.sentence(message) ?? message;
}

/** A 503 or 507 without a cause is said on purpose, as by a service that is stopping. */
function isFault({ status, cause }: DomainError): boolean {
  return status >= 500 && !((status === 503 || status === 507) && cause === undefined);
}

const CONNECTION_CODES = new Set([
  'ABORT_ERR',
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
]);

/** A caller who hangs up in the middle of a file is no fault of ours. */
function isBecauseCallerLeft(error: unknown, request: Request): boolean {
  return request.socket.destroyed && CONNECTION_CODES.has((error as ForeignError | undefined)?.code ?? '');
}

/** The database restarts, fails over or is cut off: the same request may well succeed in a moment. */
function unavailable(cause: unknown): DomainError {
  return new Unavailable(undefined, { cause, headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
}

function unknownRoute(request: Request, methods: readonly string[]): DomainError {
  const [asked] = currentRequest()?.naming ? request.originalUrl.split('?') : [request.path];
  if (methods.length === 0) return new RouteNotFound(`There is nothing at ${asked}.`);
  return new MethodNotAllowed(`${asked} takes ${methods.join(', ')}, not ${request.method}.`, {
    headers: { Allow: methods.join(', ') },
  });
}
