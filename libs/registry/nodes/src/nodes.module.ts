import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/accounts/audit';
import { ChangesModule } from '#libs/registry/changes';
import { PicturesModule } from '#libs/registry/pictures';
import { PublishersModule } from '#libs/registry/publishers';
import { SearchModule } from '#libs/registry/search';
import { VersionStoreModule } from '#libs/registry/versions/store';
import { BanPreviewRepository } from './ban-preview.repository.js';
import { BulkActsController } from './bulk-acts/bulk-acts.controller.js';
import { BulkActsRepository } from './bulk-acts/bulk-acts.repository.js';
import { BulkActs } from './bulk-acts/bulk-acts.js';
import { RunBulkActJob } from './bulk-acts/jobs/run-bulk-act.job.js';
import { DownloadCounter } from './download-counter.js';
import { RefreshSearchRanksJob } from './jobs/refresh-search-ranks.job.js';
import { LookAlikesRepository } from './look-alikes.repository.js';
import { LookAlikes } from './look-alikes.js';
import { PublisherLookAlikes } from './publisher-look-alikes.js';
import { NodeAnnouncer } from './node-announcer.js';
import { NodeDownloadsRepository } from './node-downloads.repository.js';
import { NodeDownloads } from './node-downloads.js';
import { NodeEditor } from './node-editor.js';
import { NodeFacets } from './node-facets.js';
import { NodeHighlights } from './node-highlights.js';
import { NodeImportsRepository } from './node-imports.repository.js';
import { NodeImports } from './node-imports.js';
import { NodeIndexRepository } from './node-index.repository.js';
import { NodeReaderRepository } from './node-reader.repository.js';
import { NodeViews } from './node-views.js';
import { NodeListRepository } from './node-list.repository.js';
import { NodeListings } from './node-listings.js';
import { NodeModeration } from './node-moderation.js';
import { NodeModerationController } from './node-moderation.controller.js';
import { ModerationFactsController } from './moderation-facts.controller.js';
import { ModerationFacts } from './moderation-facts.js';
import { NodeTraitsRepository } from './node-traits.repository.js';
import { NodePicturesController } from './node-pictures.controller.js';
import { NodePictures } from './node-pictures.js';
import { RefreshShopListsJob } from './shop/refresh-shop-lists.job.js';
import { ShopListsController } from './shop/shop-lists.controller.js';
import { ShopListsRepository } from './shop/shop-lists.repository.js';
import { ShopLists } from './shop/shop-lists.js';
import { NodesController } from './nodes.controller.js';
import { PublisherNodesController } from './publisher-nodes.controller.js';
import { NodesRepository } from './nodes.repository.js';
import { NodesService } from './nodes.service.js';
import { NodesSettings } from './nodes.settings.js';

@Module({
  imports: [SearchModule, VersionStoreModule, PublishersModule, AuditModule, ChangesModule, PicturesModule],
  controllers: [
    NodesController,
    PublisherNodesController,
    NodeModerationController,
    ModerationFactsController,
    BulkActsController,
    NodePicturesController,
    ShopListsController,
  ],
  providers: [
    NodesSettings,
    NodesRepository,
    NodeIndexRepository,
    NodeImportsRepository,
    NodeImports,
    NodeReaderRepository,
    NodeListRepository,
    LookAlikesRepository,
    LookAlikes,
    PublisherLookAlikes,
    NodeAnnouncer,
    NodeEditor,
    NodeViews,
    NodeDownloadsRepository,
    DownloadCounter,
    NodesService,
    NodePictures,
    NodeDownloads,
    NodeTraitsRepository,
    NodeFacets,
    NodeHighlights,
    NodeListings,
    NodeModeration,
    ModerationFacts,
    BanPreviewRepository,
    RefreshSearchRanksJob,
    BulkActsRepository,
    BulkActs,
    RunBulkActJob,
    ShopListsRepository,
    ShopLists,
    RefreshShopListsJob,
  ],
  exports: [NodesService, NodeImports, NodeListings, NodeModeration, NodeViews],
})
export class NodesModule {}
