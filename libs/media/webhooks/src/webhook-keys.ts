import { Injectable } from '@nestjs/common';
import { InstallationKeys, type SigningKey } from '#libs/platform/signing';

/**
 * The Ed25519 keys that sign webhooks as well, for receivers that are not to hold a secret. Each receiver's owner has keys of
 * its own, derived from those of the installation: a caller chooses the addresses of its tasks, and must not get a signature
 * there that passes for another's.
 */
@Injectable()
export class WebhookKeys {
  constructor(private readonly installation: InstallationKeys) {}

  /** @param owner Id of an endpoint or a user; null for tasks started without a token. */
  of(owner: string | null): SigningKey[] {
    const { all } = this.installation;
    return owner === null ? [...all] : all.map((key) => key.derive(`webhooks:${owner.toLowerCase()}`));
  }
}
