import { Module } from '@nestjs/common';
import { ProvidersModule } from '#libs/media/providers';
import { PricingModule, TasksModule } from '#libs/media/work';
import { NodesModule } from '#libs/registry/nodes';
import { McpController } from './mcp.controller.js';
import { McpServer } from './mcp-server.js';
import { MediaTools } from './media-tools.js';
import { NodeTools } from './node-tools.js';
import { OwnOriginGuard } from './own-origin.guard.js';

/** The API as tools of the Model Context Protocol. */
@Module({
  imports: [ProvidersModule, PricingModule, TasksModule, NodesModule],
  controllers: [McpController],
  providers: [McpServer, MediaTools, NodeTools, OwnOriginGuard],
})
export class McpModule {}
