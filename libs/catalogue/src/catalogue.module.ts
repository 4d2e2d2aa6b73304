import { Module } from '@nestjs/common';
import { ChangesModule } from '#libs/changes';
import { NodesModule } from '#libs/nodes';
import { PublishersModule } from '#libs/publishers';
import { SearchModule } from '#libs/search';
import { VersionStoreModule } from '#libs/version-store';
import { CatalogueImport } from './catalogue-import.js';

@Module({
  imports: [PublishersModule, NodesModule, VersionStoreModule, SearchModule, ChangesModule],
  providers: [CatalogueImport],
  exports: [CatalogueImport],
})
export class CatalogueModule {}
