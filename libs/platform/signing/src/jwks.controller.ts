import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public, PubliclyCached } from '#libs/platform/http';
import { InstallationKeys } from './installation-keys.js';
import { JwksResponse } from './jwks.response.js';
import { RegistrySigner } from './registry-signer.js';

/** For how long a set of keys may be kept. The key that another one replaces signs along for longer. */
export const JWKS_MAX_AGE_SECONDS = 300;

@ApiTags('Operations')
@Controller('.well-known')
export class JwksController {
  constructor(
    private readonly keys: InstallationKeys,
    private readonly registry: RegistrySigner,
  ) {}

  /**
   * The public keys of the installation (RFC 7517): its own, which sign webhooks of tasks started without a token, and last the
   * one that signs snapshots of the registry.
   */
  @Get('jwks.json')
  @Public()
  @PubliclyCached({ maxAgeSeconds: JWKS_MAX_AGE_SECONDS })
  listInstallationKeys(): JwksResponse {
    return JwksResponse.of([...this.keys.all, this.registry.key]);
  }
}
