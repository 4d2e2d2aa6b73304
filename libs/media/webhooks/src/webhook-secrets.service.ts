import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { UserDeleted } from '#libs/accounts/users';
import { SecretsRepository } from './secrets.repository.js';
import type { RotatedSecretResponse } from './dto/delivery.response.js';
import type { SecretOwner } from './webhook.entity.js';

/** Standard Webhooks asks for 24 to 64 random bytes (https://www.standardwebhooks.com, read 2026-11-21). */
export const SECRET_BYTES = 32;
/** Rotation keeps the replaced secret for a day, so that receivers can change at leisure. */
export const ROTATION_MS = 24 * 60 * 60 * 1000;

/** The secrets of webhook signatures, as `whsec_…` texts. */
@Injectable()
export class WebhookSecretsService implements OnModuleInit {
  constructor(
    private readonly secrets: SecretsRepository,
    private readonly transactions: TransactionRunner,
    private readonly events: DomainEvents,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(UserDeleted, ({ userId }, scope) => this.secrets.deleteOf(scope, userId));
  }

  /** The owner's current secret; made when it is asked for the first time. */
  async current(owner: SecretOwner): Promise<string> {
    const { secret } = await this.secrets.findOrInsert(NO_TRANSACTION, {
      id: uuidv7(),
      userId: owner,
      secret: randomBytes(SECRET_BYTES),
    });
    return secretText(secret);
  }

  /** Gives the owner a new secret; for a day webhooks are signed with the old one too. */
  async rotate(owner: SecretOwner): Promise<RotatedSecretResponse> {
    const previousExpiresAt = this.clock.in(ROTATION_MS);
    return this.transactions.run(async (scope) => {
      await this.secrets.expireCurrent(scope, owner, previousExpiresAt);
      const fresh = { id: uuidv7(), userId: owner, secret: randomBytes(SECRET_BYTES) };
      const { secret } = await this.secrets.findOrInsert(scope, fresh);
      return { secret: secretText(secret), previous_expires_at: previousExpiresAt.toISOString() };
    });
  }

  /** Every secret of the owner that signs now, at least one, the current one first. */
  async signing(owner: SecretOwner): Promise<string[]> {
    const valid = await this.secrets.listValid(NO_TRANSACTION, owner);
    return valid.length > 0 ? valid.map(({ secret }) => secretText(secret)) : [await this.current(owner)];
  }
}

/** A secret as Standard Webhooks writes it. */
export function secretText(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`;
}
