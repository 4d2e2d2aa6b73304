import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { VendorCallbackOptions } from './upstream-options.js';

/** A secret of Standard Webhooks: Base64, optionally after `whsec_`. */
export const STANDARD_SECRET = /^(whsec_)?[A-Za-z0-9+/]{16,}={0,2}$/;

/** A call back as it came. */
export type CallerRequest = {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
};

/**
 * Whether the vendor signed the body with its secret: by Standard Webhooks, or, if a header is named, by an
 * HMAC-SHA256 of the body in that header, as hexadecimal digits or Base64, optionally after `sha256=`.
 */
export function isSigned(
  { secret, isPlainSecret = false, signatureHeader }: VendorCallbackOptions,
  { headers, body }: Pick<CallerRequest, 'headers' | 'body'>,
): boolean {
  if (!secret) return true;
  if (signatureHeader === undefined)
    return isStandard(
      new Webhook(secret.reveal(), { format: isPlainSecret ? 'raw' : undefined }),
      headers,
      body,
    );
  const given = headers[signatureHeader.toLowerCase()];
  if (typeof given !== 'string') return false;
  const hmac = createHmac('sha256', secret.reveal()).update(body).digest();
  const text = given.replace(/^sha256=/, '');
  return [hmac.toString('hex'), hmac.toString('base64')].some((expected) => isEqual(text, expected));
}

function isStandard(webhook: Webhook, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const texts = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  try {
    webhook.verify(body, Object.fromEntries(texts), { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
