import { Module } from '@nestjs/common';
import { AdvisoriesModule } from '#libs/registry/advisories';
import { ChangesModule } from '#libs/registry/changes';
import { NodesModule } from '#libs/registry/nodes';
import { PublishersModule } from '#libs/registry/publishers';
import { VersionStoreModule } from '#libs/registry/versions/store';
import { WriteSnapshotJob } from './jobs/write-snapshot.job.js';
import { SnapshotController } from './snapshot.controller.js';
import { SnapshotLines } from './snapshot-lines.js';
import { SnapshotRepository } from './snapshot.repository.js';
import { SnapshotSettings } from './snapshot.settings.js';
import { Snapshots } from './snapshots.js';

@Module({
  imports: [VersionStoreModule, NodesModule, PublishersModule, AdvisoriesModule, ChangesModule],
  controllers: [SnapshotController],
  providers: [SnapshotSettings, SnapshotRepository, SnapshotLines, Snapshots, WriteSnapshotJob],
})
export class SnapshotModule {}
