import { createHash, createPublicKey, verify } from 'node:crypto';
import { OutboundError } from '#libs/platform/outbound';
import type { CallerRequest } from '../../terms/callback-signature.js';
import { parseReply } from '../vendor-reply.js';
import { GarbledVendorReply, type Send } from '../vendor-adapter.js';
import { falKeys } from './fal.schemas.js';

const KEYS_MS = 60 * 60_000;
const VALID_SECONDS = 300;

/** The keys with which fal signs its calls, read at most once an hour. */
export class FalKeys {
  private keys: readonly string[] = [];
  private readAtMs = -Infinity;

  constructor(private readonly address: string) {}

  /** Whether one of them signed: by Ed25519, over the request, the user, the time and the digest of the body. */
  async areOf({ headers, body }: CallerRequest, send: Send): Promise<boolean> {
    const [request, user, time, signature] = ['request-id', 'user-id', 'timestamp', 'signature'].map((name) =>
      String(headers[`x-fal-webhook-${name}`] ?? ''),
    );
    if (!(Math.abs(Date.now() / 1_000 - Number(time || NaN)) <= VALID_SECONDS)) return false;
    const digest = createHash('sha256').update(body).digest('hex');
    const message = Buffer.from([request, user, time, digest].join('\n'));
    const given = Buffer.from(signature ?? '', 'hex');
    const keys = await this.read(send).catch((error: unknown) => {
      if (error instanceof OutboundError || error instanceof GarbledVendorReply) return [];
      throw error;
    });
    return keys.some((x) => verify(null, message, publicKey(x), given));
  }

  private async read(send: Send): Promise<readonly string[]> {
    if (Date.now() - this.readAtMs < KEYS_MS) return this.keys;
    const { json } = await send({ path: this.address, isOpen: true });
    this.keys = parseReply(falKeys, json).keys.map(({ x }) => x);
    this.readAtMs = Date.now();
    return this.keys;
  }
}

function publicKey(x: string) {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}
