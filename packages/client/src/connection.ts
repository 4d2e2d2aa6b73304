import { type Client, createClient, createConfig } from './generated/client/index.js';
import { AtelierError, ConnectionFailed, retryAfterOf } from './errors.js';

export type Fetch = typeof globalThis.fetch;

/** The service at an address, as one caller: sends requests, and repeats those that failed for a reason that passes. */
export class Connection {
  /** For the generated functions. */
  readonly client: Client;

  constructor(
    /** Without a slash at its end. */
    readonly url: string,
    private readonly token: string | undefined,
    readonly fetch: Fetch,
    private readonly maxRetries: number,
  ) {
    this.client = createClient(createConfig({ baseUrl: url, fetch: (...request) => this.send(...request) }));
  }

  /**
   * Like `fetch`, for paths and addresses of the API. What is not a GET gets an `Idempotency-Key`, so that a repetition does nothing
   * twice. The reply may be an error.
   * @throws ConnectionFailed when there is no reply after all retries.
   */
  send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const isPath = typeof input === 'string' && input.startsWith('/');
    const request = new Request(isPath ? this.url + input : input, init);
    if (this.token && isSameOrigin(request.url, this.url))
      request.headers.set('Authorization', `Bearer ${this.token}`);
    if (request.method !== 'GET' && !request.headers.has('Idempotency-Key'))
      request.headers.set('Idempotency-Key', crypto.randomUUID());
    return this.repeat(() => this.fetch(request.clone()), request.url, request.signal);
  }

  /** Tries until there is a reply that is worth giving to the caller. */
  async repeat(attempt: () => Promise<Response>, url: string, signal?: AbortSignal): Promise<Response> {
    for (let retries = 0; ;) {
      const reply = await attempt().catch((error: unknown) => {
        signal?.throwIfAborted();
        if (retries >= this.maxRetries) throw new ConnectionFailed(url, error);
        return undefined;
      });
      // The first request still runs, so this one waits for its reply, however long that takes.
      const isInFlight = reply?.status === 409 && (await isInFlightReply(reply));
      if (reply && !isInFlight && (retries >= this.maxRetries || !isWorthRepeating(reply))) return reply;
      await reply?.body?.cancel();
      await pause(pauseBefore(retries, reply), signal);
      if (!isInFlight) retries += 1;
    }
  }
}

const PASSING_STATUSES = [429, 502, 503, 504, 507];
const LONGEST_WAIT_SECONDS = 60;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

function isWorthRepeating(reply: Response): boolean {
  return PASSING_STATUSES.includes(reply.status) && (retryAfterOf(reply) ?? 0) <= LONGEST_WAIT_SECONDS;
}

async function isInFlightReply(reply: Response): Promise<boolean> {
  const body: unknown = await reply
    .clone()
    .json()
    .catch(() => undefined);
  return AtelierError.of(reply, body).code === 'idempotency_in_flight';
}

/** What the service asks for, or twice as long as the time before, less up to a quarter so that callers do not come together. */
export function pauseBefore(retries: number, reply?: Response): number {
  const asked = reply && retryAfterOf(reply);
  if (asked !== undefined) return asked * 1000;
  return Math.min(FIRST_PAUSE_MS * 2 ** retries, LONGEST_PAUSE_MS) * (1 - Math.random() / 4);
}

/** @throws the reason of the signal as soon as it is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

export async function errorOf(response: Response): Promise<AtelierError> {
  const body: unknown = await response.json().catch(() => undefined);
  return AtelierError.of(response, body);
}
