import { Global, Module } from '@nestjs/common';
import { LinkSigner } from './link-signer.js';
import { RegistrySigner } from './registry-signer.js';
import { ServiceSecretRepository } from './service-secret.repository.js';
import { SigningSettings } from './signing.settings.js';

@Global()
@Module({
  providers: [SigningSettings, ServiceSecretRepository, LinkSigner, RegistrySigner],
  exports: [LinkSigner, RegistrySigner],
})
export class SigningModule {}
