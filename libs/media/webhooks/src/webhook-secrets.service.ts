import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { UserDeleted } from '#libs/accounts/users';
import type { RotatedSecretResponse } from './dto/delivery.response.js';
import { EndpointsRepository } from './endpoints/endpoints.repository.js';
import type { WebhookEndpoint } from './endpoints/webhook-endpoint.entity.js';
import { SecretsRepository } from './secrets.repository.js';
import type { SecretOwner } from './webhook.entity.js';

/** Standard Webhooks asks for 24 to 64 random bytes (https://www.standardwebhooks.com, read 2026-11-21). */
const SECRET_BYTES = 32;
/** After a rotation the old secret stays valid for a day, so that receivers have time to change. */
const ROTATION_MS = 24 * 60 * 60 * 1000;

/** Signing secrets as `whsec_…` texts. That of an endpoint is in the endpoint's row. */
@Injectable()
export class WebhookSecretsService implements OnModuleInit {
  constructor(
    private readonly secrets: SecretsRepository,
    private readonly endpoints: EndpointsRepository,
    private readonly transactions: TransactionRunner,
    private readonly events: DomainEvents,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(UserDeleted, ({ userId }, scope) => this.secrets.deleteOf(scope, userId));
  }

  /** The owner's current secret, created on first use. */
  async current(owner: SecretOwner): Promise<string> {
    const fresh = { id: uuidv7(), userId: owner, secret: newSecret() };
    return secretText((await this.secrets.findOrInsert(NO_TRANSACTION, fresh)).secret);
  }

  /** Gives the owner a new secret. For a day webhooks are also signed with the old one. */
  async rotate(owner: SecretOwner | WebhookEndpoint): Promise<RotatedSecretResponse> {
    const until = this.clock.in(ROTATION_MS);
    const fresh = newSecret();
    const { secret } = await this.transactions.run((scope) =>
      isEndpoint(owner)
        ? this.endpoints.replaceSecret(scope, owner.id, fresh, until)
        : this.secrets.replace(scope, { id: uuidv7(), userId: owner, secret: fresh }, until),
    );
    return { secret: secretText(secret), previous_expires_at: until.toISOString() };
  }

  /** Every secret of the owner that signs now, at least one, the current one first. */
  async signing(owner: SecretOwner | WebhookEndpoint): Promise<string[]> {
    if (isEndpoint(owner)) return validSecrets(owner, this.clock.now()).map(secretText);
    const valid = await this.secrets.listValid(NO_TRANSACTION, owner);
    return valid.length > 0 ? valid.map(({ secret }) => secretText(secret)) : [await this.current(owner)];
  }
}

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

export function secretText(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`;
}

function isEndpoint(owner: SecretOwner | WebhookEndpoint): owner is WebhookEndpoint {
  return owner !== null && typeof owner === 'object';
}

function validSecrets({ secret, previousSecret, previousSecretUntil }: WebhookEndpoint, at: Date): Buffer[] {
  const isValid = previousSecretUntil !== null && previousSecretUntil > at;
  return previousSecret && isValid ? [secret, previousSecret] : [secret];
}
