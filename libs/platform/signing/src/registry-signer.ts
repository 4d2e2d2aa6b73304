import { Injectable, type OnModuleInit } from '@nestjs/common';
import { NO_TRANSACTION } from '#libs/platform/database';
import { ServiceSecretRepository } from './service-secret.repository.js';
import { SigningKey } from './signing-key.js';
import { SigningSettings } from './signing.settings.js';

const SECRET_NAME = 'registry';

/** Signs what mirrors copy, with the key of the installation. */
@Injectable()
export class RegistrySigner implements OnModuleInit {
  private loaded: SigningKey | undefined;

  constructor(
    private readonly settings: SigningSettings,
    private readonly secrets: ServiceSecretRepository,
  ) {}

  async onModuleInit(): Promise<void> {
    const chosen = this.settings.registryKey?.reveal();
    this.loaded =
      chosen === undefined
        ? SigningKey.fromSeed(await this.secrets.findOrCreate(NO_TRANSACTION, SECRET_NAME))
        : SigningKey.read(chosen);
  }

  get key(): SigningKey {
    if (!this.loaded) throw new Error('Nothing can be signed before the module has started');
    return this.loaded;
  }
}
