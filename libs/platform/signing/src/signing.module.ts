import { Global, Module } from '@nestjs/common';
import { InstallationKeys } from './installation-keys.js';
import { JwksController } from './jwks.controller.js';
import { LinkSigner } from './link-signer.js';
import { RegistrySigner } from './registry-signer.js';
import { ServiceSecretRepository } from './service-secret.repository.js';
import { SigningSettings } from './signing.settings.js';

@Global()
@Module({
  controllers: [JwksController],
  providers: [SigningSettings, ServiceSecretRepository, LinkSigner, RegistrySigner, InstallationKeys],
  exports: [LinkSigner, RegistrySigner, InstallationKeys],
})
export class SigningModule {}
