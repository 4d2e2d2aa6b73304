import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type LoopbackServer, startHttp } from '../../support/loopback-server.js';

export type VendorCall = { method: string; path: string; headers: IncomingHttpHeaders; body: any };

/** A video vendor with a task API, on loopback. It does what the test sets. */
export class FakeVideoVendor {
  readonly calls: VendorCall[] = [];
  /** The state of every task; `lost` breaks the connection when something is ordered. */
  state: 'created' | 'processing' | 'success' | 'failed' | 'lost' = 'success';
  errCode = '';
  errMsg = '';

  private constructor(
    private readonly video: Buffer,
    private readonly cover: Buffer,
  ) {}

  private server!: LoopbackServer;

  static async start(videoFile: string, cover: Buffer): Promise<FakeVideoVendor> {
    return FakeVideoVendor.serving(await readFile(videoFile), cover);
  }

  /** One that delivers these bytes. */
  static async serving(video: Buffer, cover: Buffer): Promise<FakeVideoVendor> {
    const vendor = new FakeVideoVendor(video, cover);
    vendor.server = await startHttp((request, response) => void vendor.answer(request, response));
    return vendor;
  }

  get url(): string {
    return `http://127.0.0.1:${this.server.port}`;
  }

  /** Calls to a path, oldest first. */
  callsTo(path: string | RegExp): VendorCall[] {
    return this.calls.filter((call) =>
      typeof path === 'string' ? call.path === path : path.test(call.path),
    );
  }

  async stop(): Promise<void> {
    await this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const path = request.url ?? '';
    const call = { method: request.method ?? '', path, headers: request.headers };
    this.calls.push({ ...call, body: text === '' ? undefined : JSON.parse(text) });
    if (path === '/files/video.mp4') return void response.end(this.video);
    if (path === '/files/cover.jpg') return void response.end(this.cover);
    if (request.method === 'POST' && !path.includes('/cancel')) return this.accept(response);
    response.setHeader('Content-Type', 'application/json');
    if (path.includes('/cancel')) return void response.end('{}');
    response.end(JSON.stringify({ id: 'vendor-871', ...this.standing() }));
  }

  private accept(response: ServerResponse): void {
    if (this.state === 'lost') return void response.socket?.destroy();
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ task_id: 'vendor-871', state: 'created', credits: 3 }));
  }

  private standing(): object {
    const files = { url: `${this.url}/files/video.mp4`, cover_url: `${this.url}/files/cover.jpg` };
    return {
      state: this.state,
      err_code: this.errCode,
      err_msg: this.errMsg,
      creations: this.state === 'success' ? [{ id: 'vendor-creation', ...files }] : [],
    };
  }
}
