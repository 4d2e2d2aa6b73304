import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/accounts/audit';
import { AdvisoriesModule } from '#libs/registry/advisories';
import { ChangesModule } from '#libs/registry/changes';
import { JudgingModule } from '#libs/registry/judging';
import { NodesModule } from '#libs/registry/nodes';
import { PublishersModule } from '#libs/registry/publishers';
import { NodeReportsModule } from '#libs/registry/reports';
import { TrustedPublishingModule } from '#libs/registry/trusted-publishing';
import { UsersModule } from '#libs/accounts/users';
import { VersionStoreModule } from '#libs/registry/versions/store';
import { ArchiveCheck } from './archive-check.js';
import { ArchiveIntake } from './archive-intake.js';
import { ArchivesController } from './archives.controller.js';
import { ArchivesService } from './archives.service.js';
import { ExpireUploadsJob } from './jobs/expire-uploads.job.js';
import { RescanVersionsJob } from './jobs/rescan-versions.job.js';
import { ReadPagesJob } from './pages/read-pages.job.js';
import { VersionComparison } from './pages/version-comparison.js';
import { VersionPagesController } from './pages/version-pages.controller.js';
import { VersionPagesRepository } from './pages/version-pages.repository.js';
import { VersionPages } from './pages/version-pages.js';
import { ModerationController } from './moderation.controller.js';
import { NodeVersionsController } from './node-versions.controller.js';
import { NodeVersionsService } from './node-versions.service.js';
import { PublishingService } from './publishing.service.js';
import { RescansRepository } from './rescans.repository.js';
import { Rescans } from './rescans.js';
import { ReviewDeskController } from './review-desk.controller.js';
import { ReviewDesk } from './review-desk.js';
import { ReviewDeskRepository } from './review-desk.repository.js';
import { ReviewQueueRepository } from './review-queue.repository.js';
import { ReviewQueue } from './review-queue.js';
import { VersionChangesController } from './version-changes.controller.js';
import { VersionMessagesRepository } from './version-messages.repository.js';
import { VersionMessages } from './version-messages.js';
import { VersionReaderRepository } from './version-reader.repository.js';
import { VersionReader } from './version-reader.js';
import { VersionReportsRepository } from './version-reports.repository.js';
import { VersionRescan } from './version-rescan.js';
import { VersionReports } from './version-reports.js';
import { VersionProvenances } from './version-provenances.js';
import { VersionViews } from './version-views.js';
import { VersionReviewController } from './version-review.controller.js';

@Module({
  imports: [
    VersionStoreModule,
    JudgingModule,
    UsersModule,
    PublishersModule,
    TrustedPublishingModule,
    NodesModule,
    AdvisoriesModule,
    NodeReportsModule,
    AuditModule,
    ChangesModule,
  ],
  controllers: [
    NodeVersionsController,
    VersionChangesController,
    VersionReviewController,
    ArchivesController,
    ModerationController,
    ReviewDeskController,
    VersionPagesController,
  ],
  providers: [
    NodeVersionsService,
    PublishingService,
    ArchivesService,
    ArchiveCheck,
    ArchiveIntake,
    VersionReaderRepository,
    VersionReader,
    VersionViews,
    VersionProvenances,
    VersionReportsRepository,
    VersionReports,
    ReviewQueueRepository,
    ReviewQueue,
    ExpireUploadsJob,
    RescansRepository,
    Rescans,
    VersionRescan,
    RescanVersionsJob,
    VersionMessagesRepository,
    VersionMessages,
    ReviewDeskRepository,
    ReviewDesk,
    VersionPagesRepository,
    VersionPages,
    VersionComparison,
    ReadPagesJob,
  ],
  exports: [NodeVersionsService, VersionReader, VersionReports, ArchiveCheck],
})
export class NodeVersionsModule {}
