import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/accounts/audit';
import { ChangesModule } from '#libs/registry/changes';
import { PicturesModule } from '#libs/registry/pictures';
import { UsersModule } from '#libs/accounts/users';
import { MembersController } from './members.controller.js';
import { MembersRepository } from './members.repository.js';
import { MembersService } from './members.service.js';
import { CheckProofsJob } from './proofs/check-proofs.job.js';
import { ProofLookup } from './proofs/proof-lookup.js';
import { ProofsController } from './proofs/proofs.controller.js';
import { ProofsRepository } from './proofs/proofs.repository.js';
import { ProofsService } from './proofs/proofs.service.js';
import { PublisherLimits } from './publisher-limits.js';
import { PublisherRights } from './publisher-rights.js';
import { PublisherTransfers } from './publisher-transfers.js';
import { PublisherViews } from './publisher-views.js';
import { PublisherTokensController } from './publisher-tokens.controller.js';
import { PublisherTokensService } from './publisher-tokens.service.js';
import { PublishersController } from './publishers.controller.js';
import { PublishersRepository } from './publishers.repository.js';
import { PublishersService } from './publishers.service.js';
import { PublishersSettings } from './publishers.settings.js';

@Module({
  imports: [UsersModule, AuditModule, ChangesModule, PicturesModule],
  controllers: [PublishersController, MembersController, PublisherTokensController, ProofsController],
  providers: [
    PublishersSettings,
    PublishersRepository,
    MembersRepository,
    PublisherRights,
    PublisherLimits,
    PublisherTransfers,
    PublishersService,
    MembersService,
    PublisherViews,
    PublisherTokensService,
    ProofsRepository,
    ProofLookup,
    ProofsService,
    CheckProofsJob,
  ],
  exports: [PublishersService, PublisherRights, PublisherViews, ProofsService],
})
export class PublishersModule {}
