import { buffer } from 'node:stream/consumers';
import { OutboundHttp, OutboundReply, type OutboundRequest } from '#libs/platform/outbound';

/** A request and its reply. `body` is JSON, a list of the lines of a stream, or a short text about anything else. */
export type Pair = {
  request: { method: string; path: string; json?: unknown; form?: Record<string, unknown> };
  status: number;
  headers: Record<string, string>;
  body: unknown;
};

/** Request headers say nothing but who asks; of the reply's, these matter to an adapter. */
const HEADERS = /^(content-type|retry-after|.*ratelimit.*)$/;

/** The product's HTTP client, which keeps every pair of request and reply. */
export class RecordingHttp extends OutboundHttp {
  private pairs: Pair[] = [];

  constructor() {
    super({ version: '0.1', allowPrivateNetworks: false });
  }

  /** What was said since the last time. */
  take(): Pair[] {
    return this.pairs.splice(0);
  }

  override async request(request: OutboundRequest): Promise<OutboundReply> {
    const reply = await super.request(request);
    const bytes = await reply.bytes();
    const headers = Object.fromEntries(Object.entries(reply.headers).filter(([name]) => HEADERS.test(name)));
    const body = bodyOf(bytes, reply.contentType);
    this.pairs.push({ request: await askedIn(request), status: reply.status, headers, body });
    return new OutboundReply(reply.status, reply.headers, only(bytes), () => undefined, Date.now);
  }
}

async function askedIn({
  url,
  method = 'GET',
  headers = {},
  body,
}: OutboundRequest): Promise<Pair['request']> {
  const { pathname, search } = new URL(url);
  const asked = { method, path: pathname + search };
  if (typeof body === 'string') return { ...asked, json: JSON.parse(body) };
  if (typeof body !== 'function') return asked;
  const form = await new Response(await buffer(body()), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData();
  const fields = [...form].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : `a file of ${value.size} bytes, ${value.type}`,
  ]);
  return { ...asked, form: Object.fromEntries(fields) };
}

function bodyOf(bytes: Buffer, type = ''): unknown {
  const text = bytes.toString();
  try {
    return type.includes('ndjson')
      ? text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : JSON.parse(text);
  } catch {
    return `${bytes.length} bytes of ${type || 'no stated type'}`;
  }
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
