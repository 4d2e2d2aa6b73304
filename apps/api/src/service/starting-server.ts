import { once } from 'node:events';
import { createServer } from 'node:http';

export type StartingServer = { close(): Promise<void> };

const STARTING = {
  error: 'unavailable',
  message: 'The service is starting: it is updating the schema of its database.',
};

/**
 * Answers in place of the service while its schema is updated, which may take long: the process is alive, but not
 * ready.
 * @throws the error of `listen`.
 */
export async function answerWhileStarting(port: number, host: string): Promise<StartingServer> {
  const server = createServer(({ url }, response) => {
    const isLive = url === '/health/live';
    response.writeHead(isLive ? 200 : 503, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(isLive ? {} : { 'Retry-After': '5' }),
    });
    response.end(JSON.stringify(isLive ? { status: 'ok' } : STARTING));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
