import { OutboundError, type OutboundErrorFacts } from './outbound-error.js';

/** Codes of OpenSSL and Node for certificates and handshakes. */
const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO|INVALID_CA)/;
/** Why a connection is not secure, to complete a sentence about the server. */
const TLS_REASONS: readonly [code: RegExp, words: string][] = [
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, 'its certificate is self-signed'],
  [
    /^(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)|CERT_UNTRUSTED)/,
    'its certificate comes from an authority that is not trusted here, or intermediate certificates are missing',
  ],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not valid yet'],
  [/^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/, 'its certificate is for another host name'],
  [/^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/, 'it did not answer in TLS'],
];
/** The HTTP parser's, the decompressors' and undici's codes for an answer that breaks the protocol. */
const BAD_REPLY_CODE =
  /^(HPE_|Z_|ERR_BROTLI|ERR__ERROR_|ERR_ZSTD|ZSTD_|UND_ERR_RES_|UND_ERR_HEADERS_OVERFLOW)/;
/** Codes of sockets. A list, so that a file system error in a request's body is not mistaken for one. */
const CONNECTION_CODE =
  /^(ECONN[A-Z]+|EPIPE|E(HOST|NET)(UNREACH|DOWN)|ENETRESET|ENOTCONN|ETIMEDOUT|UND_ERR_(SOCKET|DESTROYED|CLOSED|ABORTED))$/;

const UNREACHABLE = 'The server could not be reached.';
const BROKEN_OFF = 'The server broke off the connection.';

/** A failure before the request was sent: names, sockets, certificates. */
export function connectError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const reason = codeOf(error);
  if (TLS_CODE.test(reason)) return tlsError({ reason });
  if (reason === 'UND_ERR_CONNECT_TIMEOUT' || reason === 'ETIMEDOUT') {
    return new OutboundError('timeout', 'The server did not accept a connection in time.', {
      retryable: true,
      reason,
    });
  }
  return new OutboundError('connection_failed', UNREACHABLE, { retryable: true, reason });
}

/** A failure of name resolution; only a name that does not exist is final. */
export function dnsError(error: unknown): OutboundError {
  const reason = codeOf(error);
  const isFinal = ['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ENONAME'].includes(reason);
  return new OutboundError('dns_failed', 'The host name could not be resolved.', {
    retryable: !isFinal,
    reason,
  });
}

/** A failure while a request or its answer was in transit. Other errors are returned unchanged. */
export function exchangeError(error: unknown): unknown {
  if (error instanceof OutboundError) return error;
  const reason = codeOf(error);
  const facts = { reason, retryable: true, mayHaveArrived: true };
  if (BAD_REPLY_CODE.test(reason)) {
    return new OutboundError('bad_reply', 'The server sent an answer that breaks the protocol.', facts);
  }
  if (TLS_CODE.test(reason)) return tlsError(facts);
  if (CONNECTION_CODE.test(reason)) return new OutboundError('connection_failed', BROKEN_OFF, facts);
  return error;
}

function tlsError(facts: OutboundErrorFacts): OutboundError {
  const [, words] = TLS_REASONS.find(([code]) => code.test(facts.reason ?? '')) ?? [];
  const message = `No secure connection to the server could be made${words ? `: ${words}` : ''}.`;
  return new OutboundError('tls_failed', message, facts);
}

/** A runtime error's code, or `unknown`. By shape, not by class: errors of the runtime may come from another realm. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0)
    return codeOf(error.errors[0]);
  if ('code' in error && typeof error.code === 'string') return error.code;
  // The HTTP parser sets a code only for some of its errors.
  return 'name' in error && error.name === 'HTTPParserError' ? 'HPE_UNKNOWN' : 'unknown';
}
