/**
 * Why an outgoing call failed.
 *
 * - `url_refused` the URL's form, scheme, port or host name is not allowed, also on a redirect;
 * - `address_refused` the host, or a redirect's host, has an address that is not public;
 * - `dns_failed`, `connection_failed`, `tls_failed` the server could not be reached or broke off;
 * - `timeout`, `aborted` our limit passed, or the caller's signal fired;
 * - `too_large`, `too_many_redirects`, `bad_status`, `bad_reply` the server's answer is unusable;
 * - `circuit_open`, `too_busy` a {@link VendorPolicy} did not let the call start.
 */
export type OutboundErrorCode =
  | 'url_refused'
  | 'address_refused'
  | 'dns_failed'
  | 'connection_failed'
  | 'tls_failed'
  | 'timeout'
  | 'aborted'
  | 'too_large'
  | 'too_many_redirects'
  | 'bad_status'
  | 'bad_reply'
  | 'circuit_open'
  | 'too_busy';

/** The optional facts of an {@link OutboundError}. */
export type OutboundErrorFacts = Partial<
  Pick<OutboundError, 'retryable' | 'status' | 'retryAfterSeconds' | 'mayHaveArrived' | 'reason'>
> & { replyText?: string };

/**
 * The only error that `OutboundHttp` and `VendorPolicy` throw for something that happened outside.
 *
 * Its message is a sentence for a person and names no host, address, query, header or body, so it may be stored and
 * shown to the caller. Decide on `code` and `status`, never on the message.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  /** Whether the same call may succeed later. Says nothing about whether repeating it is safe. */
  readonly retryable: boolean = false;
  /** The server's HTTP status, when there was an answer. */
  readonly status?: number;
  /** What the server asked for in `Retry-After`, 0–86 400. */
  readonly retryAfterSeconds?: number;
  /** False only when the request was certainly not sent: repeating it cannot do anything twice. True for every answer. */
  readonly mayHaveArrived: boolean = false;
  /** A machine's code for the log, such as `ECONNREFUSED`; never an address or a text. */
  readonly reason?: string;
  /** Not a public field, so that no log serializer prints what a vendor said. */
  readonly #replyText?: string;

  constructor(
    readonly code: OutboundErrorCode,
    message: string,
    { replyText, ...facts }: OutboundErrorFacts = {},
  ) {
    super(message);
    Object.assign(this, facts);
    this.#replyText = replyText;
  }

  /** The first part (64 KiB at most) of the body of a `bad_status` answer to a JSON call; undefined otherwise. */
  replyText(): string | undefined {
    return this.#replyText;
  }
}
