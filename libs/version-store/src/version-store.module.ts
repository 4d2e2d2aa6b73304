import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppNode } from './app-node.entity.js';
import { AppNodeRowsRepository } from './app-node-rows.repository.js';
import { NodeVersion } from './node-version.entity.js';
import { NodeVersionViews } from './node-version-views.js';
import { NodeVersionsRepository } from './node-versions.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([NodeVersion, AppNode])],
  providers: [NodeVersionsRepository, AppNodeRowsRepository, NodeVersionViews],
  exports: [NodeVersionsRepository, AppNodeRowsRepository, NodeVersionViews],
})
export class VersionStoreModule {}
