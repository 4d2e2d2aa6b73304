import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type ReceivedCall = { headers: IncomingHttpHeaders; body: string; at: number };

/** How a receiver answers its n-th call, counted from 0. */
export type Answer = (n: number) => { status: number; headers?: Record<string, string>; delayMs?: number };

/** A webhook receiver on loopback that keeps every call. */
export class WebhookReceiver {
  private constructor(
    private readonly server: Server,
    readonly url: string,
    readonly calls: ReceivedCall[],
  ) {}

  static async start(answer: Answer = () => ({ status: 204 })): Promise<WebhookReceiver> {
    const calls: ReceivedCall[] = [];
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { status, headers, delayMs = 0 } = answer(calls.length);
        calls.push({ headers: request.headers, body: Buffer.concat(parts).toString(), at: Date.now() });
        setTimeout(() => response.writeHead(status, headers).end('thanks'), delayMs);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return new WebhookReceiver(server, `http://127.0.0.1:${port}/hook`, calls);
  }

  /** Waits until `count` calls came. */
  async received(count: number, timeoutMs = 60_000): Promise<ReceivedCall[]> {
    const deadline = Date.now() + timeoutMs;
    while (this.calls.length < count) {
      if (Date.now() > deadline) throw new Error(`${this.calls.length} of ${count} webhooks came`);
      await sleep(20);
    }
    return this.calls;
  }

  /** Lets replies under way go out, for a second: an attempt without one is made again. */
  async stop(): Promise<void> {
    const cut = setTimeout(() => this.server.closeAllConnections(), 1_000);
    await new Promise((resolve) => this.server.close(resolve));
    clearTimeout(cut);
  }
}
