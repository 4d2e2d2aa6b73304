import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

/** What precedes the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_BEGINNING = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An Ed25519 key as one line: PKCS #8 in Base64. */
export const SIGNING_KEY_PATTERN = /^MC4CAQAwBQYDK2VwBCIEI[A-Za-z0-9+/]{43}$/;

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
