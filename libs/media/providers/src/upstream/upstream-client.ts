import { Logger } from '@nestjs/common';
import {
  type Credentials,
  type DownloadedFile,
  OutboundError,
  type OutboundHttp,
  type OutboundReply,
  type OutboundRequest,
  type Repeatable,
  type VendorCircuit,
  VendorPolicy,
} from '#libs/platform/outbound';
import type { Send } from '../adapters/vendor-adapter.js';
import { encodedBody, type VendorCall, type VendorReply } from '../adapters/vendor-call.js';
import type { CallerRequest } from '../terms/callback-signature.js';
import { isNotTaken } from './order-refusal.js';
import { RefusedByVendor, type VendorRefusal } from '../terms/vendor-refusal.js';
import type { UpstreamOptions } from '../terms/upstream-options.js';
import { countedCall, showClient, type VendorOperation } from '../calls/vendor-metrics.js';
import { KeyLimited, restAfter } from './key-limited.js';
import { KeyRing, type VendorKey } from './key-ring.js';
import { wordsForOperators } from './upstream-failure.js';

/** Read from an error answer, for its sentence. */
const ERROR_TEXT_BYTES = 64 * 1_024;
/** An order may be answered with its pictures, in Base64. */
const ORDER_REPLY_MAX_BYTES = 128 * 1_024 * 1_024;
const REPLY_MAX_BYTES = 16 * 1_024 * 1_024;

export type ClientOptions = {
  /** The header's value for a key, where it is not the scheme and the key. */
  authValue?: ((key: string) => string) | undefined;
  /** Whether a call back is signed in the vendor's own way; absent where it has none. */
  isSigned?: ((request: CallerRequest, send: Send) => Promise<boolean>) | undefined;
  /** What a refusal is about, as the vendor says it. */
  refusalOf?: (status: number, body: unknown) => VendorRefusal | undefined;
};

export type StreamRequest = Pick<
  OutboundRequest,
  'headers' | 'body' | 'maxBytes' | 'timeoutMs' | 'headersTimeoutMs' | 'idleTimeoutMs'
>;

type Exchange = {
  /** Of a form. */
  name: string;
  headers: Record<string, string>;
  credentials: Credentials;
  signal: AbortSignal;
  /** Of the answer. */
  maxBytes?: number;
};

/**
 * The calls to one vendor: authenticated, limited in number, with a circuit breaker, repeated only where that is
 * safe. Make one per vendor: it holds the state of the breaker. Everything throws `OutboundError`.
 */
export class UpstreamClient {
  private readonly logger = new Logger(UpstreamClient.name);
  readonly policy: VendorPolicy;
  readonly keys: KeyRing;

  constructor(
    private readonly http: OutboundHttp,
    readonly options: UpstreamOptions,
    private readonly own: ClientOptions = {},
  ) {
    const { maxConcurrent, policy } = options;
    this.policy = new VendorPolicy({ maxConcurrent, ...policy });
    this.keys = new KeyRing(options.apiKeys);
    showClient(this);
  }

  /** `open` while this process orders nothing: too many calls have failed, or the vendor refuses every key. */
  get circuit(): VendorCircuit {
    return this.keys.refusedSeconds > 0 ? 'open' : this.policy.circuit;
  }

  get isOpen(): boolean {
    return this.circuit === 'open';
  }

  /** Orders again, with every key. */
  retry(): void {
    this.policy.close();
    for (const name of this.keys.names) this.keys.wake(name);
  }

  /** Whether calls back must be signed, by a secret of the settings or in the vendor's own way. */
  get signsCallbacks(): boolean {
    const { isOn, secret } = this.options.callbacks;
    return secret !== undefined || (isOn && this.own.isSigned !== undefined);
  }

  /** Whether a call back is signed in the vendor's own way. */
  async isSignedCallback(request: CallerRequest): Promise<boolean> {
    const { signal } = new AbortController();
    return (await this.own.isSigned?.(request, (call) => this.send(call, signal))) ?? false;
  }

  /**
   * Name of the key for a new order.
   * @throws OutboundError `circuit_open` while the vendor refuses every key: it is not asked for each order.
   */
  keyForOrder(): string {
    const seconds = this.keys.refusedSeconds;
    if (seconds === 0) return this.keys.current().name;
    throw new OutboundError('circuit_open', 'Orders are paused: the upstream service refuses every key.', {
      retryable: true,
      retryAfterSeconds: Math.ceil(seconds),
    });
  }

  /**
   * Sends an order once, and again only when it certainly did not arrive. It cannot be cancelled, so that its outcome
   * is known even when the process is shutting down.
   * @param key Name of one of `keys`, the same each time that an order is sent again.
   * @throws KeyLimited when the vendor refused the key, and there is another one.
   */
  async order(call: VendorCall, reference: string, key?: string | null): Promise<VendorReply> {
    return this.counted('submit', 'if-not-arrived', (signal) =>
      this.withKey(key, async (credentials) =>
        this.exchange(call, {
          ...{ name: reference, headers: this.referenceHeaders(reference) },
          ...{ credentials, signal, maxBytes: ORDER_REPLY_MAX_BYTES },
        }),
      ),
    );
  }

  /** Makes a call that may be repeated: a question, an upload, a cancellation. */
  async send(call: VendorCall, signal: AbortSignal, key?: string | null): Promise<VendorReply> {
    const credentials = this.credentialsOf(this.keys.for(key));
    return this.counted(
      'poll',
      'any-time',
      (attempt) => this.exchange(call, { name: 'upload', headers: {}, credentials, signal: attempt }),
      signal,
    );
  }

  /**
   * Sends a submission once, as a caller waits, and passes the stream of the answer to `take`; until that ends, it counts
   * as one call.
   */
  async stream<T>(
    path: string,
    request: StreamRequest,
    reference: string,
    take: (reply: OutboundReply) => Promise<T>,
    signal: AbortSignal,
    key?: string | null,
  ): Promise<T> {
    const send = async (attempt: AbortSignal, credentials: Credentials): Promise<T> => {
      const headers = { ...request.headers, ...this.referenceHeaders(reference) };
      const call = { ...this.call(path, credentials, attempt), ...request, headers, method: 'POST' as const };
      const reply = await this.http.request(call);
      await this.refuseFailure(reply);
      try {
        return await take(reply);
      } finally {
        reply.discard();
      }
    };
    return this.counted(
      'stream',
      'never',
      (attempt) => this.withKey(key, (credentials) => send(attempt, credentials)),
      signal,
    );
  }

  /** Copies a file that an answer named. The key is sent only to the vendor's own origin. */
  async download(
    /** An address, or a path of the vendor that needs the key. */
    url: string,
    destination: string,
    maxBytes: number,
    signal: AbortSignal,
    key?: string | null,
  ): Promise<DownloadedFile> {
    const credentials = this.credentialsOf(this.keys.for(key));
    return this.counted(
      'download',
      'any-time',
      (attempt) =>
        this.http.download({
          url: this.addressOf(url),
          destination,
          maxBytes,
          trustUrl: 'from-response',
          credentials,
          timeoutMs: this.options.timeoutMs * 10,
          connectTimeoutMs: this.options.connectTimeoutMs,
          signal: attempt,
        }),
      signal,
    );
  }

  private referenceHeaders(reference: string): Record<string, string> {
    const { isIdempotent, referenceHeader } = this.options;
    return {
      ...(isIdempotent ? { 'idempotency-key': reference } : {}),
      ...(referenceHeader === undefined ? {} : { [referenceHeader]: reference }),
    };
  }

  private counted<T>(
    operation: VendorOperation,
    ...[repeatable, call, signal]: [
      repeatable: Repeatable,
      call: (signal: AbortSignal) => Promise<T>,
      signal?: AbortSignal,
    ]
  ): Promise<T> {
    const { options } = this;
    return countedCall(
      options.vendor,
      operation,
      () => this.policy.run(repeatable, call, signal),
      (error) => wordsForOperators(error, options),
    );
  }

  /** Rests a key that the vendor limits or refuses. An order that may have been accepted under one key is not sent with another. */
  private async withKey<T>(
    name: string | null | undefined,
    call: (credentials: Credentials) => Promise<T>,
  ): Promise<T> {
    const key = this.keys.for(name);
    try {
      return await call(this.credentialsOf(key));
    } catch (error) {
      const rest = restAfter(error);
      const hasAnother = rest !== undefined && this.keys.rest(key.name, rest.seconds, rest.isRefused);
      this.reportRefused(error);
      if (!hasAnother || !isNotTaken(error, this.options)) throw error;
      throw new KeyLimited(error as OutboundError);
    }
  }

  private reportRefused(error: unknown): void {
    const restSeconds = Math.ceil(this.keys.refusedSeconds);
    if (restSeconds === 0 || !(error instanceof OutboundError)) return;
    const { status, reason } = error;
    this.logger.warn(
      { vendor: this.options.vendor, status, reason, restSeconds },
      'A vendor refuses every key, and is given no orders for a while',
    );
  }

  private credentialsOf({ secret }: VendorKey): Credentials {
    const { authHeader, authScheme, baseUrl } = this.options;
    const key = secret.reveal();
    // A program on a machine of one's own may need none.
    if (key === '') return { origin: baseUrl, headers: {} };
    const value = this.own.authValue?.(key) ?? (authScheme === undefined ? key : `${authScheme} ${key}`);
    return { origin: baseUrl, headers: { [authHeader]: value } };
  }

  private async exchange(
    call: VendorCall,
    { name, headers, credentials, signal, maxBytes = REPLY_MAX_BYTES }: Exchange,
  ): Promise<VendorReply> {
    const { method, path, isFile = false, isOpen = false, reads = [] } = call;
    const encoded = encodedBody(call, name);
    const { credentials: own, ...open } = this.call(isOpen ? '/' : path, credentials, signal);
    const reply = await this.http.request({
      ...open,
      ...(isOpen ? { url: this.addressOf(path) } : { credentials: own }),
      method: method ?? (encoded ? 'POST' : 'GET'),
      headers: {
        accept: isFile ? '*/*' : 'application/json',
        ...encoded?.headers,
        ...headers,
        ...call.headers,
      },
      ...(encoded ? { body: encoded.body } : {}),
      maxBytes,
    });
    if (!reads.includes(reply.status)) await this.refuseFailure(reply);
    const bytes = await reply.bytes();
    const { status } = reply;
    return isFile && reply.isSuccess
      ? { status, json: undefined, bytes }
      : { status, json: jsonOf(bytes, status) };
  }

  private async refuseFailure(reply: OutboundReply): Promise<void> {
    if (reply.isSuccess) return;
    const text = await reply.preview(ERROR_TEXT_BYTES);
    const error = reply.statusError(text);
    // A server that fails may have accepted the order, whatever it says.
    const refusal = reply.status < 500 ? this.own.refusalOf?.(reply.status, looseJson(text)) : undefined;
    throw refusal ? new RefusedByVendor(error, refusal) : error;
  }

  /** @throws OutboundError when the vendor named an address elsewhere for a call with the key. */
  private urlOf(path: string): string {
    const url = this.addressOf(path);
    if (new URL(url).origin !== new URL(this.options.baseUrl).origin)
      throw new OutboundError('url_refused', 'The vendor named an address of another server for a call.', {
        mayHaveArrived: true,
      });
    return url;
  }

  private addressOf(path: string): string {
    return path.startsWith('/') ? this.options.baseUrl + path : path;
  }

  private call(path: string, credentials: Credentials, signal: AbortSignal) {
    return {
      url: this.urlOf(path),
      trustUrl: 'configured' as const,
      credentials,
      timeoutMs: this.options.timeoutMs,
      headersTimeoutMs: this.options.firstByteTimeoutMs ?? this.options.timeoutMs,
      connectTimeoutMs: this.options.connectTimeoutMs,
      signal,
    };
  }
}

function jsonOf(bytes: Buffer, status: number): unknown {
  if (bytes.length === 0) return undefined;
  const value = looseJson(bytes.toString());
  // Errors that an adapter reads may be pages or plain texts.
  if (value !== undefined || status >= 400) return value;
  throw new OutboundError('bad_reply', 'The server’s answer is not JSON.', { status, mayHaveArrived: true });
}

/** Undefined for a text that is no JSON. */
function looseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
