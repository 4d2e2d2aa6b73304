import { Module } from '@nestjs/common';
import { AppNodeRowsRepository } from './app-node-rows.repository.js';
import { NodeVersionViews } from './node-version-views.js';
import { NodeVersionsRepository } from './node-versions.repository.js';

@Module({
  providers: [NodeVersionsRepository, AppNodeRowsRepository, NodeVersionViews],
  exports: [NodeVersionsRepository, AppNodeRowsRepository, NodeVersionViews],
})
export class VersionStoreModule {}
