import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LoopbackServer, startHttp } from '../../support/loopback-server.js';

export type VendorCall = {
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  response: ServerResponse;
  /** Resolves when the caller has hung up, or the answer has ended. */
  closed: Promise<void>;
};

/** A music vendor on loopback that answers as its test says. */
export class FakeVendor {
  readonly calls: VendorCall[] = [];
  /** What to do with the next calls. */
  answer: (call: VendorCall) => void | Promise<void> = wholeStream;
  private server!: LoopbackServer;

  static async start(): Promise<FakeVendor> {
    const vendor = new FakeVendor();
    vendor.server = await startHttp((request, response) => void vendor.take(request, response));
    return vendor;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.server.port}/api`;
  }

  stop(): Promise<void> {
    return this.server.close();
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const call = {
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(parts),
      response,
      closed,
    };
    this.calls.push(call);
    await this.answer(call);
  }
}

export function tell({ response }: VendorCall, event: object): void {
  response.write(`${JSON.stringify(event)}\n`);
}

/** Bytes that a test can recognise. */
export function sound(bytes: number, seed: number): Buffer {
  return Buffer.from(Uint8Array.from({ length: bytes }, (_, index) => (index * 31 + seed) % 256));
}

/** A good stream, with many lines that only concern the vendor. */
export function wholeStream(call: VendorCall): void {
  call.response.writeHead(200, { 'content-type': 'application/x-ndjson', 'x-vendor-job': 'vendor-job-7' });
  tell(call, { type: 'task', task_id: 'vendor-job-7', status_url: 'https://vendor.example/jobs/7' });
  tell(call, { type: 'duration', duration_sec: 4, id: 'vendor-job-7' });
  call.response.write('\n');
  tell(call, {
    type: 'title',
    title: 'Blue Hour',
    display_tags: ['calm'],
    copy_index: 0,
    prompt_index: 0,
    stream_index: 0,
    song_id: 'vendor-song-9',
  });
  tell(call, { type: 'telemetry', key: 'vendor-key' });
  tell(call, { type: 'audio_chunk', stream_index: 0, data: sound(1_000, 1).toString('base64') });
  tell(call, { type: 'audio_chunk', stream_index: 0, data: sound(200_000, 2).toString('base64') });
  tell(call, { type: 'cost', credits: 999 });
  call.response.end(`${JSON.stringify({ type: 'complete', id: 'vendor-job-7' })}`);
}
