import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net';

/** A server on loopback that a test owns. */
export type LoopbackServer = {
  port: number;
  connections: () => number;
  openConnections: () => number;
  close: () => Promise<void>;
};

/** An ordinary HTTP server; with a key and certificate an HTTPS one. */
export function startHttp(
  listener: RequestListener,
  tls?: { key: string; cert: string },
  host?: string,
): Promise<LoopbackServer> {
  return listening(tls ? createTlsServer(tls, listener) : createServer(listener), host);
}

/** A server that writes raw bytes once a request's headers have arrived: for answers that no HTTP library would produce. */
export function startRaw(answer: (socket: Socket, head: string) => void): Promise<LoopbackServer> {
  return listening(
    createRawServer((socket) => {
      let head = '';
      socket.on('data', (part) => {
        head += part.toString('latin1');
        if (!head.includes('\r\n\r\n')) return;
        answer(socket, head);
        head = '';
      });
    }),
  );
}

/** Below those that Linux gives to servers and connections that ask for any port, as other tests do all the time. */
const OWN_PORTS = { from: 16_000, to: 32_000 };

/** A port that is free, and stays so for a program that is started later. */
export async function freePort(): Promise<number> {
  const port = randomInt(OWN_PORTS.from, OWN_PORTS.to);
  const server = createRawServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  await once(server.close(), 'close');
  return port;
}

async function listening(server: Server, host = '127.0.0.1'): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    openConnections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
