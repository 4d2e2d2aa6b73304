import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type LoopbackServer, startHttp } from './loopback-server.js';

/** Changes the body of a reply; `hangs` never answers. */
export type Tampering = (path: string, body: Buffer) => Buffer | 'hangs';

/** Stands between a mirror and its registry, as a thief on the network does. */
export class TamperingProxy {
  readonly paths: string[] = [];
  tampering: Tampering = (_path, body) => body;
  private server!: LoopbackServer;

  static async start(target: string): Promise<TamperingProxy> {
    const proxy = new TamperingProxy();
    proxy.server = await startHttp((incoming, response) => {
      const path = incoming.url ?? '';
      proxy.paths.push(path.replace(/[?&]at=\d+/, ''));
      const call = request(new URL(path, target), { headers: { accept: '*/*' } });
      call.on('response', async (reply: IncomingMessage) => {
        const changed = proxy.tampering(path, await buffer(reply));
        if (changed === 'hangs') return;
        response.writeHead(reply.statusCode ?? 502, { 'Content-Type': reply.headers['content-type'] ?? '' });
        response.end(changed);
      });
      call.end();
    });
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.server.port}`;
  }

  /** How often an archive was asked for. */
  archiveCalls(): number {
    return this.paths.filter((path) => path.endsWith('/archive')).length;
  }

  async stop(): Promise<void> {
    await this.server.close();
  }
}
