import type { UrlScheme } from './url-form.js';

/**
 * Where a URL comes from, which decides what is checked:
 *
 * - `caller` a caller of our API gave it: public addresses only, on each redirect hop, too;
 * - `from-response` a vendor's answer named it: the same, unless it is on the origin of `credentials`;
 * - `configured` the operator set it: trusted as it is; a redirect to another origin is checked.
 */
export type TrustUrl = 'caller' | 'configured' | 'from-response';

/** Headers with credentials. They are sent to `origin` and nowhere else, redirects included. */
export type Credentials = {
  /** The configured origin, as a URL; only its scheme, host and port are used. */
  origin: string;
  /** Such as `authorization` or a vendor's key header. */
  headers: Record<string, string>;
};

export type OutboundCall = {
  url: string | URL;
  trustUrl: TrustUrl;
  /** Not secret: sent to every hop. `authorization`, `cookie` and connection headers are refused here. */
  headers?: Record<string, string>;
  credentials?: Credentials;
  /** Default: http and https. */
  schemes?: readonly UrlScheme[];
  /** The whole call, name resolution, redirects and body included. Milliseconds, default 30 000. */
  timeoutMs?: number;
  /**
   * For a connection of each hop: DNS, connect, TLS handshake. Milliseconds, default 10 000. Only values that an
   * operator configured: each has separate connections.
   */
  connectTimeoutMs?: number | undefined;
  /** From the start of each hop to the end of its answer's headers. Milliseconds, default 15 000. */
  headersTimeoutMs?: number;
  /** The longest pause between two parts of the body. Milliseconds, default 10 000. */
  idleTimeoutMs?: number;
  /** Cancels the call, also while its body is read. */
  signal?: AbortSignal;
};

/** A request body. A function makes a new stream each time, so that a redirect or a retry can send it again. */
export type OutboundBody = string | Uint8Array | (() => AsyncIterable<Uint8Array>);

/** A call whose answer is returned as it arrives. */
export type OutboundRequest = OutboundCall & {
  /** Default GET. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: OutboundBody;
  /** Largest body of the answer, before and after decompression. Bytes. */
  maxBytes: number;
  /** Whether to follow redirects. Default true. */
  followsRedirects?: boolean;
};

export type DownloadCall = OutboundCall & {
  /** Largest file, before and after decompression. Bytes. */
  maxBytes: number;
  /** Value of the `Accept` header; the answer's type is not enforced. */
  accept?: string;
};

export type JsonCall = OutboundCall & {
  /** Largest answer. Bytes, default 4 MiB. */
  maxBytes?: number;
};
