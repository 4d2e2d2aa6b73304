import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { TransactionRunner } from '#libs/platform/database';
import { SecretsRepository } from './secrets.repository.js';

/** Standard Webhooks asks for 24 to 64 random bytes (https://www.standardwebhooks.com, read 2026-11-21). */
const SECRET_BYTES = 32;
/** Rotation keeps the replaced secret for a day, so that receivers can change at leisure. */
const ROTATION_MS = 24 * 60 * 60 * 1000;

/** The secrets behind webhook signatures, as `whsec_…` texts. */
@Injectable()
export class WebhookSecretsService {
  constructor(
    private readonly secrets: SecretsRepository,
    private readonly transactions: TransactionRunner,
  ) {}

  /** The user's current secret; made when it is asked for the first time. */
  async current(userId: string): Promise<string> {
    const { secret } = await this.secrets.findOrInsert({
      id: uuidv7(),
      userId,
      secret: randomBytes(SECRET_BYTES),
    });
    return secretText(secret);
  }

  /** Gives the user a new secret; for a day webhooks are signed with the old one too. */
  async rotate(userId: string): Promise<{ secret: string; previousExpiresAt: Date }> {
    const previousExpiresAt = new Date(Date.now() + ROTATION_MS);
    return this.transactions.run(async (scope) => {
      await this.secrets.expireCurrent(scope, userId, previousExpiresAt);
      const fresh = { id: uuidv7(), userId, secret: randomBytes(SECRET_BYTES) };
      const { secret } = await this.secrets.findOrInsert(fresh, scope);
      return { secret: secretText(secret), previousExpiresAt };
    });
  }

  /** Every secret that signs now, the current one first. */
  async signing(userId: string): Promise<string[]> {
    const valid = await this.secrets.listValid(userId);
    return valid.length > 0 ? valid.map(({ secret }) => secretText(secret)) : [await this.current(userId)];
  }
}

function secretText(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`;
}
