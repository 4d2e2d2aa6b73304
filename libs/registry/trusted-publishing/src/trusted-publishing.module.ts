import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/accounts/audit';
import { UsersModule } from '#libs/accounts/users';
import { NodesModule } from '#libs/registry/nodes';
import { PublishersModule } from '#libs/registry/publishers';
import { IdentityTokens } from './issuers/identity-tokens.js';
import { RepositoryLookup } from './issuers/repository-lookup.js';
import { ForgetExchangesJob } from './jobs/forget-exchanges.job.js';
import { OidcExchangesRepository } from './oidc-exchanges.repository.js';
import { TokenExchange } from './token-exchange.js';
import { TrustedPublishersController } from './trusted-publishers.controller.js';
import { TrustedPublishersRepository } from './trusted-publishers.repository.js';
import { TrustedPublishersService } from './trusted-publishers.service.js';
import { TrustedPublishingSettings } from './trusted-publishing.settings.js';

@Module({
  imports: [UsersModule, AuditModule, PublishersModule, NodesModule],
  controllers: [TrustedPublishersController],
  providers: [
    TrustedPublishingSettings,
    TrustedPublishersRepository,
    OidcExchangesRepository,
    IdentityTokens,
    RepositoryLookup,
    TokenExchange,
    TrustedPublishersService,
    ForgetExchangesJob,
  ],
  exports: [TokenExchange],
})
export class TrustedPublishingModule {}
