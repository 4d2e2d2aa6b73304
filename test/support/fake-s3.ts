import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startHttp, type LoopbackServer } from './loopback-server.js';

const BUCKET = 'atelier';

type Stored = { content: Buffer; contentType: string; modifiedAt: Date };

/** An S3-compatible server on loopback with one bucket, as plain as such servers get: path style and no chunk signing. */
export class FakeS3 {
  private readonly objects = new Map<string, Stored>();
  /** Keys on one page of a listing. */
  pageSize = 1_000;
  /** Breaks the connection of an upload after so many bytes. */
  cutUploadsAfter: number | undefined;
  /** What happens while an upload has come whole and is not stored yet. */
  beforeStoring: (key: string) => Promise<void> = async () => undefined;

  private constructor(
    private readonly server: LoopbackServer,
    /** What makes the service use it. */
    readonly settings: Record<string, string>,
  ) {}

  static async start(): Promise<FakeS3> {
    const server = await startHttp((request, response) => {
      fake.answer(request, response).catch(() => response.destroy());
    });
    const fake = new FakeS3(server, {
      STORAGE_DRIVER: 's3',
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    });
    return fake;
  }

  keys(): string[] {
    return [...this.objects.keys()].sort();
  }

  /** The media type an object was stored with. */
  contentTypeOf(key: string): string | undefined {
    return this.objects.get(key)?.contentType;
  }

  openConnections(): number {
    return this.server.openConnections();
  }

  stop(): Promise<void> {
    return this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://bucket');
    const [bucket, ...parts] = decodeURIComponent(url.pathname.slice(1)).split('/');
    const key = parts.join('/');
    if (!/^AWS4-HMAC-SHA256 Credential=key\//.test(request.headers.authorization ?? '')) {
      return refuse(response, 403, 'InvalidAccessKeyId');
    }
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket');
    const kind = `${request.method} ${key ? 'object' : 'bucket'}`;
    if (kind === 'PUT object') return this.store(key, request, response);
    if (kind === 'GET object' || kind === 'HEAD object') return this.send(key, request, response);
    if (kind === 'DELETE object') {
      this.objects.delete(key);
      response.writeHead(204).end();
      return;
    }
    if (kind === 'GET bucket' && url.searchParams.get('list-type') === '2') {
      return this.list(url.searchParams, response);
    }
    if (kind === 'POST bucket' && url.searchParams.has('delete')) return this.deleteAll(request, response);
    return refuse(response, 501, 'NotImplemented');
  }

  private async store(key: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers } = request;
    if (headers['content-encoding']?.includes('aws-chunked')) return refuse(response, 501, 'NotImplemented');
    if (headers['content-length'] === undefined) return refuse(response, 411, 'MissingContentLength');
    const content = await this.receive(request);
    await this.beforeStoring(key);
    this.objects.set(key, {
      content,
      contentType: headers['content-type'] ?? 'binary/octet-stream',
      modifiedAt: new Date(),
    });
    response.writeHead(200, { etag: tagOf(content) }).end();
  }

  private async receive(request: IncomingMessage): Promise<Buffer> {
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of request) {
      parts.push(part as Buffer);
      bytes += (part as Buffer).length;
      if (this.cutUploadsAfter !== undefined && bytes > this.cutUploadsAfter) throw new Error('cut');
    }
    return Buffer.concat(parts);
  }

  private send(key: string, request: IncomingMessage, response: ServerResponse): void {
    const stored = this.objects.get(key);
    if (!stored) return refuse(response, 404, 'NoSuchKey');
    const { content, contentType, modifiedAt } = stored;
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const start = Number(first ?? 0);
    const end = Math.min(Number(last ?? Infinity), content.length - 1);
    if (first !== undefined && start >= content.length) return refuse(response, 416, 'InvalidRange');
    response.writeHead(first === undefined ? 200 : 206, {
      etag: tagOf(content),
      'content-type': contentType,
      'content-length': end - start + 1,
      'last-modified': modifiedAt.toUTCString(),
      ...(first === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${content.length}` }),
    });
    response.end(request.method === 'HEAD' ? undefined : content.subarray(start, end + 1));
  }

  private list(query: URLSearchParams, response: ServerResponse): void {
    const after = query.get('continuation-token') ?? '';
    const found = this.keys().filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after);
    const page = found.slice(0, this.pageSize);
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
    const next = found.length > page.length ? page.at(-1) : undefined;
    const token = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`;
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(`<ListBucketResult>${token}${contents}</ListBucketResult>`);
  }

  /** S3 takes the list only with a checksum. */
  private async deleteAll(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const list = await this.receive(request);
    const names = Object.keys(request.headers);
    if (!names.some((name) => name === 'content-md5' || name.startsWith('x-amz-checksum-'))) {
      return refuse(response, 400, 'InvalidRequest');
    }
    for (const [, key] of list.toString().matchAll(/<Key>(.*?)<\/Key>/g)) this.objects.delete(key ?? '');
    response.writeHead(200, { 'content-type': 'application/xml' }).end('<DeleteResult></DeleteResult>');
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function tagOf(content: Buffer): string {
  return `"${createHash('md5').update(content).digest('hex')}"`;
}
