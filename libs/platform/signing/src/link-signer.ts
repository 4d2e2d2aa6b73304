import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#libs/platform/clock';
import { PublicAddress } from '#libs/platform/http';
import { NO_TRANSACTION } from '#libs/platform/database';
import type { LinkProof } from './link-proof.request.js';
import { ServiceSecretRepository } from './service-secret.repository.js';
import { SigningSettings } from './signing.settings.js';

const SECRET_NAME = 'links';
const PSEUDONYM_CHARS = 22;

/**
 * Makes links for one method and path that work for anyone until a given time. The proof is an HMAC-SHA256 over
 * method, path and expiry.
 */
@Injectable()
export class LinkSigner implements OnModuleInit {
  private secret: KeyObject | undefined;

  constructor(
    private readonly settings: SigningSettings,
    private readonly secrets: ServiceSecretRepository,
    private readonly address: PublicAddress,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    const chosen = this.settings.secret?.reveal();
    this.secret = createSecretKey(
      chosen === undefined
        ? await this.secrets.findOrCreate(NO_TRANSACTION, SECRET_NAME)
        : Buffer.from(chosen),
    );
  }

  /** An absolute link to `path` (which starts with `/` and is already encoded). */
  sign(method: 'GET' | 'POST' | 'PUT', path: string, expiresAt: Date): string {
    const expires = String(Math.floor(expiresAt.getTime() / 1000));
    return `${this.address.url}${path}?expires=${expires}&signature=${this.signature(method, path, expires)}`;
  }

  /** Whether the proof was made by `sign` for the same method and path and has not expired. */
  isValid(method: 'GET' | 'POST' | 'PUT', path: string, { expires, signature }: LinkProof): boolean {
    if (!expires || !signature || !/^\d{1,12}$/.test(expires)) return false;
    return (
      isEqual(this.signature(method, path, expires), signature) &&
      Number(expires) * 1000 > this.clock.now().getTime()
    );
  }

  /** The path of `url` when it is a link of this service, whether or not it is still valid. */
  ownPath(url: string): string | undefined {
    if (!URL.canParse(url)) return undefined;
    const parsed = new URL(url);
    return parsed.origin === new URL(this.address.url).origin ? parsed.pathname : undefined;
  }

  /** Replaces a text that must not be stored, always by the same pseudonym; without the secret the text cannot be found from it. */
  pseudonym(text: string): string {
    return this.signature('pseudonym', text, '').slice(0, PSEUDONYM_CHARS);
  }

  /** The text with a signature, for `unseal` with the same purpose. Not encrypted: anyone can read it. */
  seal(purpose: string, text: string): string {
    const content = Buffer.from(text).toString('base64url');
    return `${content}.${this.signature(purpose, content, '')}`;
  }

  /** The text sealed for the same purpose; undefined for anything else. */
  unseal(purpose: string, sealed: string): string | undefined {
    const [content = '', signature = '', ...rest] = sealed.split('.');
    if (rest.length > 0 || !isEqual(this.signature(purpose, content, ''), signature)) return undefined;
    return Buffer.from(content, 'base64url').toString();
  }

  private signature(method: string, path: string, expires: string): string {
    if (!this.secret) throw new Error('Links cannot be signed before the module has started');
    return createHmac('sha256', this.secret).update(`${method}\n${path}\n${expires}`).digest('base64url');
  }
}

/** Takes the same time for wrong and right signatures. */
function isEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
