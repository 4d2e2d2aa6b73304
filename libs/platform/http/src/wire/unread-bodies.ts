import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Express, Response } from 'express';
import { hasBody } from '../body/body-bytes.js';
import { ByteRate } from '../body/byte-rate.js';

/** How long, and for how many bytes, the rest of a body is thrown away so that the reply can be read. */
const REST_MS = 2_000;
const REST_MAX_BYTES = 8 * 1024 * 1024;
/** Of all rests together: many callers who send large bodies in vain must not keep the process busy with them. */
const rests = new ByteRate(8 * 1024 * 1024);
/** A rest up to here costs less than a new connection. */
const SMALL_BYTES = 64 * 1024;

/**
 * Ends connections whose request is answered before its body has come, and asks for a body with `100 Continue` only when
 * somebody reads it.
 */
export function leaveUnreadBodies(server: Server, app: Express): void {
  const { writeHead } = ServerResponse.prototype as { writeHead(...parameters: unknown[]): unknown };
  // Of all replies, not of each: a function of its own costs a reply far more than its call, and keeps it in memory longer.
  Object.assign(app.response, {
    writeHead(this: Response, ...parameters: unknown[]): unknown {
      const { req: request } = this;
      if (hasBody(request) && !request.readableEnded) leaveBody(request, this);
      return writeHead.apply(this, parameters);
    },
  });
  server.on('checkContinue', (request: IncomingMessage, reply: ServerResponse) => {
    request._read = (size) => {
      askForNoMore(request);
      reply.writeContinue();
      request._read(size);
    };
    server.emit('request', request, reply);
  });
}

function askForNoMore(request: IncomingMessage): void {
  Reflect.deleteProperty(request, '_read');
}

function leaveBody(request: IncomingMessage, reply: ServerResponse): void {
  if (request.complete) {
    request.resume();
    return;
  }
  const isAwaited = Object.hasOwn(request, '_read');
  askForNoMore(request);
  const bytes = Number(request.headers['content-length'] ?? Infinity);
  if (bytes > SMALL_BYTES || isAwaited || reply.statusCode === 408) linger(request, reply);
  throwAway(request);
}

/** Cutting a connection at once would reset it, and a caller who is still writing would never see the reply. */
function linger(request: IncomingMessage, reply: ServerResponse): void {
  const { socket } = request;
  reply.shouldKeepAlive = false;
  socket.destroySoon = () => socket.end();
  request.once('end', () => {
    Reflect.deleteProperty(socket, 'destroySoon');
    if (socket.writableEnded) socket.destroySoon();
  });
}

function throwAway(request: IncomingMessage): void {
  let bytes = 0;
  const { socket } = request;
  const cut = (): void => void socket.destroy();
  const timer = setTimeout(cut, REST_MS).unref();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > REST_MAX_BYTES) cut();
    // The caller may read the reply until the time is over.
    else if (rests.take(chunk.length) > 0) socket.pause();
  });
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  request.resume();
}
