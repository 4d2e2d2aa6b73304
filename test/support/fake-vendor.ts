import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type VendorCall = { method: string; path: string; headers: IncomingHttpHeaders; body: any };

/** An answer of the vendor; `hangUp` breaks the connection instead, `delayMs` comes first. */
export type VendorAnswer = {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  raw?: Uint8Array | string;
  delayMs?: number;
  hangUp?: boolean;
};

/** Decides an answer from a call and how many of its kind (method and path) came before. */
export type VendorScript = (call: VendorCall, n: number) => VendorAnswer;

/** A vendor on loopback that answers by a script and keeps every call. */
export class FakeVendor {
  private readonly counts = new Map<string, number>();
  readonly calls: VendorCall[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
    /** May be replaced between two tests. */
    public script: VendorScript,
  ) {}

  static async start(script: VendorScript = () => ({ status: 404 })): Promise<FakeVendor> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const vendor = new FakeVendor(server, `http://127.0.0.1:${port}`, script);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const { method = '', url = '', headers } = request;
        vendor.answer({ method, path: url, headers, body: text ? JSON.parse(text) : undefined }, response);
      });
    });
    return vendor;
  }

  callsOf(method: string): VendorCall[] {
    return this.calls.filter((call) => call.method === method);
  }

  reset(script: VendorScript): void {
    this.calls.length = 0;
    this.counts.clear();
    this.script = script;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(call: VendorCall, response: ServerResponse): void {
    const kind = `${call.method} ${call.path}`;
    const n = this.counts.get(kind) ?? 0;
    this.counts.set(kind, n + 1);
    this.calls.push(call);
    const { status = 200, headers, json, raw, delayMs = 0, hangUp } = this.script(call, n);
    setTimeout(() => {
      if (hangUp) {
        response.destroy();
        return;
      }
      const isJson = json !== undefined;
      response.writeHead(status, { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers });
      response.end(isJson ? JSON.stringify(json) : (raw ?? ''));
    }, delayMs);
  }
}
