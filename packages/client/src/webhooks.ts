import { Webhook } from 'standardwebhooks';
import type {
  EndpointMessage,
  NoticeMessage,
  ReceiveImageTaskWebhookPayload,
  ReceiveVideoTaskWebhookPayload,
  TaskMessage,
} from './generated/types.gen.js';
import { bytesOf } from './media.js';

/** What the service sends: to callback addresses the task in the form of its area, to endpoints messages with a `type`. */
export type WebhookMessage =
  | TaskMessage
  | NoticeMessage
  | EndpointMessage
  | ReceiveImageTaskWebhookPayload
  | ReceiveVideoTaskWebhookPayload;

/** What a message is verified by: the secret it is signed with, or the public keys of the service. */
export type WebhookKeys = { secret: string } | { jwksUrl: string; fetch?: typeof globalThis.fetch };

type Headers = globalThis.Headers | Record<string, string | readonly string[] | undefined>;

/** Not from the service, changed on the way, or older than five minutes. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

const TOLERANCE_SECONDS = 5 * 60;
const KEYS_KEPT_MS = 10 * 60 * 1000;
/** A signature of an unknown key may ask for new keys this often. */
const KEYS_ASKED_MS = 60 * 1000;

/**
 * The message of a webhook (https://www.standardwebhooks.com), if its signature is right.
 * @param body As it was received: parsed and written again, it may differ.
 * @throws WebhookRefused when it is not.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers,
  keys: WebhookKeys,
): Promise<WebhookMessage> {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = {
    'webhook-id': headerOf(headers, 'webhook-id'),
    'webhook-timestamp': headerOf(headers, 'webhook-timestamp'),
    'webhook-signature': headerOf(headers, 'webhook-signature'),
  };
  if ('jwksUrl' in keys) {
    await verifyByKeys(text, signed, keys);
    return JSON.parse(text) as WebhookMessage;
  }
  try {
    return new Webhook(keys.secret).verify(text, signed) as WebhookMessage;
  } catch (error) {
    throw new WebhookRefused(error instanceof Error ? error.message : 'The signature is not right.');
  }
}

type Signed = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;

/** The scheme `v1a` of Standard Webhooks: Ed25519 over id, timestamp and body. */
async function verifyByKeys(
  text: string,
  { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures }: Signed,
  { jwksUrl, fetch = globalThis.fetch }: Extract<WebhookKeys, { jwksUrl: string }>,
): Promise<void> {
  const age = Math.abs(Date.now() / 1000 - Number(timestamp || NaN));
  if (!(age <= TOLERANCE_SECONDS)) throw new WebhookRefused('The timestamp is missing, or not of now.');
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const offered = signatures.split(' ').filter((one) => one.startsWith('v1a,'));
  const isSigned = async (keys: CryptoKey[]) => {
    for (const key of keys)
      for (const one of offered) if (await isRight(key, one.slice('v1a,'.length), content)) return true;
    return false;
  };
  if (offered.length === 0) throw new WebhookRefused('There is no signature of the scheme v1a.');
  if (await isSigned(await keysOf(jwksUrl, fetch, KEYS_KEPT_MS))) return;
  if (await isSigned(await keysOf(jwksUrl, fetch, KEYS_ASKED_MS))) return;
  throw new WebhookRefused('No signature is right.');
}

async function isRight(
  key: CryptoKey,
  signature: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  try {
    return await crypto.subtle.verify('Ed25519', key, bytesOf(signature), content);
  } catch {
    return false;
  }
}

const known = new Map<string, { keys: CryptoKey[]; readAt: number }>();

/** The public keys at an address, read again when they are older than that. */
async function keysOf(url: string, fetch: typeof globalThis.fetch, maxAgeMs: number): Promise<CryptoKey[]> {
  const entry = known.get(url);
  if (entry && Date.now() - entry.readAt < maxAgeMs) return entry.keys;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The keys at ${url} cannot be read: ${response.status}.`);
  const { keys: all } = (await response.json()) as { keys: JsonWebKey[] };
  const ours = all.filter(({ kty, crv }) => kty === 'OKP' && crv === 'Ed25519');
  const keys = await Promise.all(
    ours.map(({ kty, crv, x }) =>
      crypto.subtle.importKey('jwk', { kty, crv, x } as JsonWebKey, 'Ed25519', false, ['verify']),
    ),
  );
  known.set(url, { keys, readAt: Date.now() });
  return keys;
}

function headerOf(headers: Headers, name: string): string {
  if (headers instanceof globalThis.Headers) return headers.get(name) ?? '';
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (typeof value === 'string' ? value : value?.[0]) ?? '';
}
