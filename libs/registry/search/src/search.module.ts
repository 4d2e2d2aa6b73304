import { Module } from '@nestjs/common';
import { MaintainSearchJob } from './jobs/maintain-search.job.js';
import { NodeSearch } from './node-search.js';
import { SearchRepository } from './search.repository.js';

@Module({
  providers: [SearchRepository, NodeSearch, MaintainSearchJob],
  exports: [NodeSearch],
})
export class SearchModule {}
