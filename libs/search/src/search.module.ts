import { Module } from '@nestjs/common';
import { MaintainSearchJob } from './jobs/maintain-search.job.js';
import { NodeSearch } from './node-search.service.js';
import { SearchTables } from './search-tables.repository.js';

@Module({
  providers: [SearchTables, NodeSearch, MaintainSearchJob],
  exports: [NodeSearch],
})
export class SearchModule {}
