import { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { traceHeaders } from '#libs/platform/tracing';
import { type AddressPolicy, refusePrivateAddress } from './address-policy.js';
import { isPublicHost, refuseForm } from './caller-url.js';
import { addressRefused } from './address-refused.js';
import type { Deadline } from './deadline.js';
import { firstHop, type Hop, MAX_REDIRECTS, nextHop } from './hop.js';
import { closeQuietly } from './limited-body.js';
import { OutboundError } from './outbound-error.js';
import type { OutboundHttpOptions } from './outbound-options.js';
import type { OutboundRequest } from './outbound-request.js';
import { headersFor, joinedHeaders } from './request-headers.js';
import { resolveByDns, resolveBySystem } from './resolve-host.js';
import { ALL_SCHEMES } from './url-form.js';

/** An answer's head, and its raw body. */
export type RawReply = { status: number; headers: Readonly<Record<string, string>>; stream: Readable };

/** Pools for checked and for configured addresses. */
type Pools = { checked: Agent; trusted: Agent };

const DEFAULT_CONNECT_TIMEOUT_MS = 10_000;
const DEFAULT_CONNECTIONS_PER_ORIGIN = 16;
const DEFAULT_HEADERS_TIMEOUT_MS = 15_000;

/** Sends a request from hop to hop, checking each one before connecting. */
export class RedirectFollower {
  /** Judges hosts and addresses of hops that are not configured; absent when private networks are allowed. */
  readonly policy?: AddressPolicy;
  /** By the time allowed for a connection. */
  private readonly pools = new Map<number, Promise<Pools>>();

  constructor(private readonly options: OutboundHttpOptions) {
    const allowsAll = options.allowPrivateNetworks === true;
    if (!allowsAll) this.policy = options.addressPolicy ?? refusePrivateAddress;
  }

  /** Returns the last hop's answer as soon as its headers arrive. The deadline continues for its body. */
  async follow(request: OutboundRequest, deadline: Deadline): Promise<RawReply> {
    let hop = firstHop(request);
    for (let redirects = 0; ; redirects += 1) {
      const reply = await this.send(request, hop, deadline);
      if (request.followsRedirects === false) return reply;
      const next = closingOnError(reply, () => {
        return nextHop(hop, request.method ?? 'GET', reply.status, reply.headers['location']);
      });
      if (next === undefined) return reply;
      closeQuietly(reply.stream);
      if (redirects === MAX_REDIRECTS) {
        throw new OutboundError(
          'too_many_redirects',
          `The server redirects more than ${MAX_REDIRECTS} times.`,
        );
      }
      hop = next;
    }
  }

  async close(): Promise<void> {
    const pools = await Promise.all(this.pools.values());
    await Promise.all(pools.flatMap(({ checked, trusted }) => [checked.destroy(), trusted.destroy()]));
  }

  private async send(request: OutboundRequest, hop: Hop, deadline: Deadline): Promise<RawReply> {
    this.check(hop, request);
    const { checked, trusted } = await this.poolsFor(request.connectTimeoutMs);
    const pool = hop.isTrusted ? trusted : checked;
    const pending = pool.request({
      origin: hop.url.origin,
      path: hop.url.pathname + hop.url.search,
      method: request.method ?? 'GET',
      headers: headersFor(hop.url, request.headers ?? {}, request.credentials, {
        'user-agent': `Atelier/${this.options.version}`,
        accept: '*/*',
        'accept-encoding': 'identity',
        ...traceHeaders(),
      }),
      body: bodyOf(request),
      signal: deadline.signal,
    });
    closeWhenTooLate(pending, deadline.signal);
    const limitMs = request.headersTimeoutMs ?? DEFAULT_HEADERS_TIMEOUT_MS;
    const response = await deadline.within(limitMs, 'The server did not answer in time.', pending);
    return { status: response.statusCode, headers: joinedHeaders(response.headers), stream: response.body };
  }

  private check(hop: Hop, request: OutboundRequest): void {
    const refusal = refuseForm(hop.url, request.schemes ?? ALL_SCHEMES);
    if (refusal !== undefined) throw new OutboundError('url_refused', `The URL ${refusal}.`);
    if (hop.isTrusted || this.policy === undefined) return;
    if (!isPublicHost(hop.url, this.policy)) throw addressRefused();
  }

  private poolsFor(
    connectTimeoutMs = this.options.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS,
  ): Promise<Pools> {
    const pools = this.pools.get(connectTimeoutMs) ?? this.open(connectTimeoutMs);
    this.pools.set(connectTimeoutMs, pools);
    return pools;
  }

  /** The library is loaded for the first request. */
  private async open(timeoutMs: number): Promise<Pools> {
    const { connectionPool } = await import('./connection-pool.js');
    const { options } = this;
    const shared = {
      timeoutMs,
      connectionsPerOrigin: options.connectionsPerOrigin ?? DEFAULT_CONNECTIONS_PER_ORIGIN,
      ca: options.ca,
    };
    const resolve = options.resolve ?? resolveBySystem;
    return {
      checked: connectionPool({
        ...shared,
        resolve: this.policy ? (options.resolve ?? resolveByDns) : resolve,
        policy: this.policy,
      }),
      trusted: connectionPool({ ...shared, resolve }),
    };
  }
}

function bodyOf({ body }: OutboundRequest): string | Uint8Array | Readable | undefined {
  if (typeof body !== 'function') return body;
  const stream = body();
  return stream instanceof Readable ? stream : Readable.from(stream, { objectMode: false });
}

/** A request that waits for a connection ignores its signal, so its answer may arrive after the end. */
function closeWhenTooLate(pending: Promise<Dispatcher.ResponseData>, signal: AbortSignal): void {
  pending.then(
    ({ body }) => {
      if (signal.aborted) closeQuietly(body);
    },
    () => undefined,
  );
}

function closingOnError<T>(reply: RawReply, decide: () => T): T {
  try {
    return decide();
  } catch (error) {
    closeQuietly(reply.stream);
    throw error;
  }
}
