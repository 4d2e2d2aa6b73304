import { Module } from '@nestjs/common';
import { ChangesModule } from '#libs/registry/changes';
import { NodesModule } from '#libs/registry/nodes';
import { PublishersModule } from '#libs/registry/publishers';
import { SearchModule } from '#libs/registry/search';
import { VersionStoreModule } from '#libs/registry/versions/store';
import { CatalogueImport } from './catalogue-import.js';

@Module({
  imports: [PublishersModule, NodesModule, VersionStoreModule, SearchModule, ChangesModule],
  providers: [CatalogueImport],
  exports: [CatalogueImport],
})
export class CatalogueModule {}
