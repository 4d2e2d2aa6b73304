import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type LoopbackServer, startHttp } from './loopback-server.js';

/** What happens to a request; what is absent passes. */
export type Trouble = {
  /** Is answered without the service. */
  answer?: { status: number; headers?: Record<string, string>; body?: string };
  /** The connection breaks after so many bytes of the reply's body; 0 loses the reply. */
  breakAfterBytes?: number;
};

/** Stands between a client and the service, as bad networks do. */
export class UnreliableProxy {
  /** Method and path of each request. */
  readonly requests: string[] = [];
  trouble: (request: IncomingMessage) => Trouble | undefined = () => undefined;
  private server!: LoopbackServer;

  static async start(target: string): Promise<UnreliableProxy> {
    const proxy = new UnreliableProxy();
    proxy.server = await startHttp((incoming, response) => proxy.pass(incoming, response, target));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.server.port}`;
  }

  async stop(): Promise<void> {
    await this.server.close();
  }

  private pass(incoming: IncomingMessage, response: ServerResponse, target: string): void {
    const { method, url = '', headers } = incoming;
    this.requests.push(`${method} ${url}`);
    const { answer, breakAfterBytes = Infinity } = this.trouble(incoming) ?? {};
    if (answer) {
      incoming.resume();
      response.writeHead(answer.status, answer.headers).end(answer.body);
      return;
    }
    const call = request(new URL(url, target), { method, headers, agent: false });
    call.on('error', () => response.destroy());
    call.on('response', (reply: IncomingMessage) => {
      if (breakAfterBytes > 0) response.writeHead(reply.statusCode ?? 502, reply.headers).flushHeaders();
      let passed = 0;
      reply.on('data', (bytes: Buffer) => {
        const part = bytes.subarray(0, breakAfterBytes - passed);
        passed += part.length;
        if (passed < breakAfterBytes) response.write(part);
        else if (part.length > 0) response.write(part, () => response.destroy());
        else response.destroy();
      });
      reply.on('end', () => response.end()).on('error', () => response.destroy());
    });
    response.on('close', () => call.destroy());
    incoming.pipe(call);
  }
}
