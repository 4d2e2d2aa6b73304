import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

/** What precedes the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_BEGINNING = Buffer.from('302e020100300506032b657004220420', 'hex');

const SEED_BYTES = 32;

/** An Ed25519 key as one line: PKCS #8 in Base64. */
export const SIGNING_KEY_PATTERN = /^MC4CAQAwBQYDK2VwBCIEI[A-Za-z0-9+/]{43}$/;

/** A public Ed25519 key as a JSON Web Key (RFC 8037, January 2017). */
export type PublicJwk = { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; use: 'sig'; alg: 'EdDSA' };

/** An Ed25519 key that signs texts. */
export class SigningKey {
  private constructor(private readonly key: KeyObject) {}

  static generate(): SigningKey {
    return new SigningKey(generateKeyPairSync('ed25519').privateKey);
  }

  /** The key that 32 random bytes make. */
  static fromSeed(seed: Buffer): SigningKey {
    return SigningKey.fromPkcs8(Buffer.concat([PKCS8_BEGINNING, seed]));
  }

  /** The key of a line as `SIGNING_KEY_PATTERN` describes it. */
  static read(line: string): SigningKey {
    return SigningKey.fromPkcs8(Buffer.from(line, 'base64'));
  }

  private static fromPkcs8(key: Buffer): SigningKey {
    return new SigningKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
  }

  /** The key as `read` takes it. Secret. */
  get line(): string {
    return this.key.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  }

  /** The public key as one line: SubjectPublicKeyInfo in Base64. */
  get publicKey(): string {
    return createPublicKey(this.key).export({ format: 'der', type: 'spki' }).toString('base64');
  }

  /** The public key; its id is its thumbprint (RFC 7638, September 2015). */
  get jwk(): PublicJwk {
    const { x = '' } = createPublicKey(this.key).export({ format: 'jwk' });
    const described = { crv: 'Ed25519', kty: 'OKP', x } as const;
    const kid = createHash('sha256').update(JSON.stringify(described)).digest('base64url');
    return { ...described, kid, use: 'sig', alg: 'EdDSA' };
  }

  /** Another key, always the same for a purpose; nobody without this key can find it, and this key cannot be found from it. */
  derive(purpose: string): SigningKey {
    const seed = this.key.export({ format: 'der', type: 'pkcs8' }).subarray(-SEED_BYTES);
    return SigningKey.fromSeed(Buffer.from(hkdfSync('sha256', seed, '', purpose, SEED_BYTES)));
  }

  /** The signature of a text, in Base64. */
  sign(text: string): string {
    return sign(null, Buffer.from(text), this.key).toString('base64');
  }
}

/** Whether the owner of the public key has signed the text; false for anything that is no Ed25519 key. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return (
      key.asymmetricKeyType === 'ed25519' &&
      verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
    );
  } catch {
    return false;
  }
}
