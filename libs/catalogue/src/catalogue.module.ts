import { Module } from '@nestjs/common';
import { ChangesModule } from '#libs/changes';
import { NodesModule } from '#libs/nodes';
import { CatalogueImport } from './catalogue-import.service.js';
import { CatalogueRepository } from './catalogue.repository.js';

@Module({
  imports: [NodesModule, ChangesModule],
  providers: [CatalogueRepository, CatalogueImport],
  exports: [CatalogueImport],
})
export class CatalogueModule {}
