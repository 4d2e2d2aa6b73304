import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Secret } from '#libs/platform/config';
import { NO_TRANSACTION } from '#libs/platform/database';
import { ServiceSecretRepository } from './service-secret.repository.js';
import { SigningKey } from './signing-key.js';
import { SigningSettings, STORED_KEY } from './signing.settings.js';

const SECRET_NAME = 'installation';

/** The keys with which the installation signs what others verify by `GET /.well-known/jwks.json`. */
@Injectable()
export class InstallationKeys implements OnModuleInit {
  private loaded: readonly [SigningKey, ...SigningKey[]] | undefined;

  constructor(
    private readonly settings: SigningSettings,
    private readonly secrets: ServiceSecretRepository,
  ) {}

  async onModuleInit(): Promise<void> {
    const current = await this.read(this.settings.key);
    const { previousKey } = this.settings;
    const former = previousKey === undefined ? [] : [await this.read(previousKey)];
    this.loaded = [current, ...former.filter(({ jwk }) => jwk.kid !== current.jwk.kid)];
  }

  /** The current key, then the one that it replaces, which signs along. */
  get all(): readonly [SigningKey, ...SigningKey[]] {
    if (!this.loaded) throw new Error('Nothing can be signed before the module has started');
    return this.loaded;
  }

  private async read(chosen: Secret | undefined): Promise<SigningKey> {
    const line = chosen?.reveal() ?? STORED_KEY;
    return line === STORED_KEY
      ? SigningKey.fromSeed(await this.secrets.findOrCreate(NO_TRANSACTION, SECRET_NAME))
      : SigningKey.read(line);
  }
}
