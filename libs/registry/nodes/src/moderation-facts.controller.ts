import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOnly, ApiErrors, CurrentPrincipal, type Principal } from '#libs/platform/http';
import { PublisherNotFound, PublisherPath } from '#libs/registry/publishers';
import { NodePath } from './dto/node-query.request.js';
import { BanPreviewResponse, LookAlikesResponse } from './dto/moderation-facts.response.js';
import { NodeNotFound } from './node.errors.js';
import { ModerationFacts } from './moderation-facts.js';

/** Facts for an admin who is about to decide on a node or a publisher. */
@ApiTags('Nodes')
@Controller()
export class ModerationFactsController {
  constructor(private readonly facts: ModerationFacts) {}

  /** Nodes of other publishers that the node may be taken for, to compare them. */
  @Get('admin/nodes/:nodeId/look-alikes')
  @AdminOnly()
  @ApiErrors(NodeNotFound)
  async listLookAlikes(
    @CurrentPrincipal() principal: Principal,
    @Param() { nodeId }: NodePath,
  ): Promise<LookAlikesResponse> {
    return { look_alikes: await this.facts.lookAlikes(principal, nodeId) };
  }

  /** What would leave search and lists if the node were banned now. */
  @Get('nodes/:nodeId/ban-preview')
  @AdminOnly()
  @ApiErrors(NodeNotFound)
  async previewNodeBan(@Param() { nodeId }: NodePath): Promise<BanPreviewResponse> {
    return this.facts.previewNodeBan(nodeId);
  }

  /** What would leave search and lists if the publisher were banned now. */
  @Get('publishers/:publisherId/ban-preview')
  @AdminOnly()
  @ApiErrors(PublisherNotFound)
  async previewPublisherBan(@Param() { publisherId }: PublisherPath): Promise<BanPreviewResponse> {
    return this.facts.previewPublisherBan(publisherId);
  }
}
