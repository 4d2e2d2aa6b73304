import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import { defineError, type DomainError, type DomainErrorClass, InvalidRequest } from '#libs/platform/errors';

/** The headers, path included, are larger than Node takes. */
export const HeadersTooLarge = defineError(
  'headers_too_large',
  431,
  'The headers of the request, its path included, are too large.',
);
/** The request did not arrive whole in time. */
export const RequestTimeout = defineError('request_timeout', 408, 'The request did not arrive in time.');
/** `Expect` asks for something else than `100-continue`. */
export const ExpectationFailed = defineError(
  'expectation_failed',
  417,
  'The only expectation this service knows is 100-continue.',
);

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
    'X-Request-Id': uuidv7(),
    Connection: 'close',
  };
}

function refuseOnSocket(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const type = BY_CODE[error.code ?? ''];
  const refusal = type ? new type() : new InvalidRequest('The request is not valid HTTP/1.1.');
  const body = bodyOf(refusal);
  const lines = Object.entries(headers(body)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`);
}

/** Gives what Node refuses by itself, before any route, the envelope of every other error. */
export function answerMalformedRequests(server: Server): void {
  server.on('clientError', refuseOnSocket);
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    const refusal = new ExpectationFailed();
    const body = bodyOf(refusal);
    response.writeHead(refusal.status, headers(body)).end(body);
  });
}
