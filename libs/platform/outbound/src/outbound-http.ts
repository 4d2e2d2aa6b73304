import { open, rm } from 'node:fs/promises';
import { refuseInTransaction } from '#libs/platform/runtime';
import { traced } from '#libs/platform/tracing';
import { type CallerUrlRules, checkCallerUrl } from './caller-url.js';
import { Deadline } from './deadline.js';
import { exchangeError } from './error-translation.js';
import { closeQuietly, limitedBody } from './limited-body.js';
import { OutboundError } from './outbound-error.js';
import type { OutboundHttpOptions } from './outbound-options.js';
import { OutboundReply } from './outbound-reply.js';
import type { DownloadCall, JsonCall, OutboundRequest } from './outbound-request.js';
import { type RawReply, RedirectFollower } from './redirect-follower.js';

export type DownloadedFile = {
  path: string;
  bytes: number;
  /** As the server claims it, without parameters. */
  contentType?: string;
};

export type DownloadedBuffer = {
  content: Buffer;
  /** As the server claims it, without parameters. */
  contentType?: string;
};

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_IDLE_TIMEOUT_MS = 10_000;
const DEFAULT_JSON_BYTES = 4 * 1_024 * 1_024;
const ERROR_TEXT_BYTES = 64 * 1_024;

/**
 * The only HTTP client of the product. It never trusts a URL more than `trustUrl` says, never sends credentials to
 * another origin than theirs, and limits the time and the size of every call.
 *
 * External failures are thrown as {@link OutboundError}; wrong use (a secret among ordinary headers) as `TypeError`.
 */
export class OutboundHttp {
  private readonly hops: RedirectFollower;

  constructor(private readonly options: OutboundHttpOptions) {
    this.hops = new RedirectFollower(options);
  }

  /** {@link checkCallerUrl} with this client's setting for private networks: for the check at submit. */
  checkCallerUrl(text: string, rules: Omit<CallerUrlRules, 'allowPrivateNetworks'> = {}): string | undefined {
    return checkCallerUrl(text, { ...rules, allowPrivateNetworks: this.hops.policy === undefined });
  }

  /**
   * Sends one request and returns its answer while it arrives, whatever its status.
   * @throws OutboundError for everything but an HTTP status.
   */
  async request(request: OutboundRequest): Promise<OutboundReply> {
    refuseInTransaction('calls another server');
    return traced(
      request.method ?? 'GET',
      () => ({ kind: 'CLIENT', attributes: serverFacts(request) }),
      async (span) => {
        const reply = await this.exchange(request);
        span?.setAttribute('http.response.status_code', reply.status);
        return reply;
      },
    );
  }

  private async exchange(request: OutboundRequest): Promise<OutboundReply> {
    const deadline = new Deadline(request.timeoutMs ?? DEFAULT_TIMEOUT_MS, request.signal);
    try {
      return this.replyOf(request, await this.hops.follow(request, deadline), deadline);
    } catch (error) {
      deadline.end();
      throw exchangeError(error);
    }
  }

  /**
   * Downloads into the file `destination`, replacing it. On failure the file is removed.
   * @throws OutboundError, also `bad_status` for an answer that is not 2xx; file system errors are passed on.
   */
  async download(call: DownloadCall & { destination: string }): Promise<DownloadedFile> {
    const reply = await this.requireSuccess(downloadRequest(call));
    try {
      const bytes = await writeTo(call.destination, reply.body);
      return { path: call.destination, bytes, contentType: reply.contentType };
    } catch (error) {
      reply.discard();
      await rm(call.destination, { force: true });
      throw error;
    }
  }

  /**
   * Downloads into memory, at most `maxBytes`.
   * @throws OutboundError, also `bad_status` for an answer that is not 2xx.
   */
  async downloadBuffer(call: DownloadCall): Promise<DownloadedBuffer> {
    const reply = await this.requireSuccess(downloadRequest(call));
    return { content: await reply.bytes(), contentType: reply.contentType };
  }

  /**
   * GETs a JSON value; undefined when the answer is empty. The value is unchecked: parse it where it is used.
   * @throws OutboundError, also `bad_status` when the answer is not 2xx, `bad_reply` when it is not JSON.
   */
  async getJson(call: JsonCall): Promise<unknown> {
    return this.json({ ...call, method: 'GET', maxBytes: call.maxBytes ?? DEFAULT_JSON_BYTES });
  }

  /** Like {@link getJson}, sending `json` by POST. */
  async postJson(call: JsonCall & { json: unknown }): Promise<unknown> {
    const headers = { 'content-type': 'application/json', ...call.headers };
    const maxBytes = call.maxBytes ?? DEFAULT_JSON_BYTES;
    return this.json({ ...call, method: 'POST', headers, body: JSON.stringify(call.json), maxBytes });
  }

  /** Closes every connection; running calls fail. Nest calls it when the application ends. */
  async onApplicationShutdown(): Promise<void> {
    await this.hops.close();
  }

  private async json(request: OutboundRequest): Promise<unknown> {
    const headers = { accept: 'application/json', 'accept-encoding': 'gzip, br', ...request.headers };
    const reply = await this.requireSuccess({ ...request, headers });
    const bytes = await reply.bytes();
    if (bytes.byteLength === 0) return undefined;
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      const facts = { status: reply.status, mayHaveArrived: true };
      throw new OutboundError('bad_reply', 'The server’s answer is not JSON.', facts);
    }
  }

  private async requireSuccess(request: OutboundRequest): Promise<OutboundReply> {
    const reply = await this.request(request);
    if (reply.isSuccess) return reply;
    throw reply.statusError(await reply.preview(ERROR_TEXT_BYTES));
  }

  private replyOf(request: OutboundRequest, raw: RawReply, deadline: Deadline): OutboundReply {
    // These announce a body that does not follow (RFC 9110 §6.4.1).
    const hasBody = request.method !== 'HEAD' && raw.status !== 204 && raw.status !== 304;
    const announced = hasBody
      ? { contentLength: raw.headers['content-length'], contentEncoding: raw.headers['content-encoding'] }
      : {};
    const idleTimeoutMs = request.idleTimeoutMs ?? DEFAULT_IDLE_TIMEOUT_MS;
    const limits = { maxBytes: request.maxBytes, idleTimeoutMs };
    const body = limitedBody({ stream: raw.stream, ...announced }, limits, deadline);
    const close = () => {
      closeQuietly(raw.stream);
      deadline.end();
    };
    return new OutboundReply(raw.status, raw.headers, body, close, this.options.nowMs ?? Date.now);
  }
}

function downloadRequest({ accept, ...call }: DownloadCall): OutboundRequest {
  return accept === undefined ? call : { ...call, headers: { ...call.headers, accept } };
}

async function writeTo(path: string, body: AsyncIterable<Buffer>): Promise<number> {
  const file = await open(path, 'w');
  try {
    let bytes = 0;
    for await (const part of body) {
      await file.writeFile(part);
      bytes += part.byteLength;
    }
    return bytes;
  } finally {
    await file.close();
  }
}

/** Attributes of a call for traces: no path, which may hold secrets. */
function serverFacts({ url, method = 'GET' }: OutboundRequest): Record<string, string> {
  const host = URL.canParse(String(url)) ? new URL(url).host : '';
  return { 'http.request.method': method, 'server.address': host };
}
