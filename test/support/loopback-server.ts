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

/** A server that writes bytes by itself once a request's headers are there: for answers that no HTTP library would give. */
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
