import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  defineErrors,
  type DomainError,
  type DomainErrorClass,
  InvalidRequest,
  MethodNotAllowed,
} from '#libs/platform/errors';
import { RequestTimeout } from '../body/body.errors.js';

const { HeadersTooLarge, ExpectationFailed } = defineErrors({
  HeadersTooLarge: [431, 'The headers of the request, its path included, are too large.'],
  ExpectationFailed: [417, 'The only expectation this service knows is 100-continue.'],
});

const HOST_LENGTH = 4;

const BY_CODE: Readonly<Record<string, DomainErrorClass>> = {
  HPE_HEADER_OVERFLOW: HeadersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: RequestTimeout,
};

function bodyOf({ code, message }: DomainError): string {
  return JSON.stringify({ error: code, message });
}

function headers(body: string): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'X-Request-Id': randomUUID(),
    Connection: 'close',
  };
}

function refuseOnSocket(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const type = BY_CODE[error.code ?? ''];
  endSocket(socket, type ? new type() : new InvalidRequest('The request is not valid HTTP/1.1.'));
}

function endSocket(socket: Duplex, refusal: DomainError): void {
  const body = bodyOf(refusal);
  const lines = Object.entries({ ...refusal.headers, ...headers(body) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${head}\r\n${body}`);
}

/** Node closes the connection without a word when nobody listens for CONNECT. */
function refuseTunnel(_: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  const allow = 'DELETE, GET, HEAD, OPTIONS, POST, PUT';
  endSocket(socket, new MethodNotAllowed('This service opens no tunnels.', { headers: { Allow: allow } }));
}

/**
 * Express answers a target in which it finds no path with a page of its own, before any route of ours; as a path it is
 * one that does not exist.
 */
function takeForPath(request: IncomingMessage): void {
  const { url = '/' } = request;
  if (!url.startsWith('/') && !URL.canParse(url)) request.url = `/${url}`;
}

/**
 * Refuses a request of HTTP/1.1 that names no host, and any that names two, as RFC 9112 (section 3.2) wants it; Node
 * itself would answer the one without a body, and take the first host of the other. Who sends two may mean to deceive
 * whatever comes before, so nothing more is read from there.
 * @throws InvalidRequest
 */
export function requireHost({ headers, httpVersion, rawHeaders }: IncomingMessage): void {
  if (headers.host === undefined && httpVersion === '1.1') {
    throw new InvalidRequest('The request must have a Host header.');
  }
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === HOST_LENGTH && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) {
    throw new InvalidRequest('The request must have one Host header only.', {
      headers: { Connection: 'close' },
    });
  }
}

/** Gives what Node refuses by itself, before any route, the envelope of every other error. */
export function answerMalformedRequests(server: Server): void {
  // `requireHost` does it, with a body. An option of Node's server, which Nest makes without options.
  Object.assign(server, { requireHostHeader: false });
  server.prependListener('request', takeForPath);
  server.on('connect', refuseTunnel);
  server.on('clientError', refuseOnSocket);
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    const refusal = new ExpectationFailed();
    const body = bodyOf(refusal);
    response.writeHead(refusal.status, headers(body)).end(body);
  });
}
