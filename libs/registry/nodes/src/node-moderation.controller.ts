import { Body, Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOnly, ApiErrors, CurrentPrincipal, type Principal, RequireScope } from '#libs/platform/http';
import { BanRequest, ModerationRequest, OWNER_ERRORS } from '#libs/registry/publishers';
import {
  AdminNodeRequest,
  NodePath,
  PublisherNodePath,
  TransferNodeRequest,
} from './dto/node-query.request.js';
import { NodeResponse } from './dto/node.response.js';
import { NODE_ERRORS, NodeNotFound, NodeNotQuarantined } from './node.errors.js';
import { NodeEditor } from './node-editor.js';
import { nodeFields } from './node-fields.js';
import { NodeModeration } from './node-moderation.js';
import { NodeViews } from './node-views.js';

@ApiTags('Nodes')
@Controller()
export class NodeModerationController {
  constructor(
    private readonly moderation: NodeModeration,
    private readonly editor: NodeEditor,
    private readonly views: NodeViews,
  ) {}

  /** Bans a node: it leaves search and lists, and only its publisher's members and admins can read it. */
  @Post('nodes/:nodeId/ban')
  @HttpCode(200)
  @AdminOnly()
  @ApiErrors(NodeNotFound)
  async ban(
    @CurrentPrincipal() principal: Principal,
    @Param() { nodeId }: NodePath,
    @Body() { reason }: BanRequest,
  ): Promise<NodeResponse> {
    const node = await this.moderation.ban(principal, nodeId, reason);
    return this.views.view(principal, node.id);
  }

  /** Lifts a ban; the node is exactly as it was. */
  @Post('nodes/:nodeId/unban')
  @HttpCode(200)
  @AdminOnly()
  @ApiErrors(NodeNotFound)
  async unban(
    @CurrentPrincipal() principal: Principal,
    @Param() { nodeId }: NodePath,
    @Body() { reason }: ModerationRequest,
  ): Promise<NodeResponse> {
    const node = await this.moderation.unban(principal, nodeId, reason);
    return this.views.view(principal, node.id);
  }

  /**
   * Hides a node at once until it has been checked; its files are kept. Confirm it with a ban, or end it with a release. A banned
   * node stays as it is.
   */
  @Post('admin/nodes/:nodeId/quarantine')
  @HttpCode(200)
  @AdminOnly()
  @ApiErrors(NodeNotFound)
  async quarantine(
    @CurrentPrincipal() principal: Principal,
    @Param() { nodeId }: NodePath,
    @Body() { reason }: BanRequest,
  ): Promise<NodeResponse> {
    const node = await this.moderation.quarantine(principal, nodeId, reason);
    return this.views.view(principal, node.id);
  }

  /** Ends a quarantine; the node is exactly as it was. Open reports of malware and impersonation are dismissed. */
  @Post('admin/nodes/:nodeId/release')
  @HttpCode(200)
  @AdminOnly()
  @ApiErrors(NodeNotFound, NodeNotQuarantined)
  async release(
    @CurrentPrincipal() principal: Principal,
    @Param() { nodeId }: NodePath,
    @Body() { reason }: ModerationRequest,
  ): Promise<NodeResponse> {
    const node = await this.moderation.release(principal, nodeId, reason);
    return this.views.view(principal, node.id);
  }

  /** Bans a node of a publisher, as `/nodes/{nodeId}/ban`. */
  @Post('publishers/:publisherId/nodes/:nodeId/ban')
  @HttpCode(200)
  @AdminOnly()
  @ApiErrors(NodeNotFound)
  async banOfPublisher(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, nodeId }: PublisherNodePath,
    @Body() { reason }: BanRequest,
  ): Promise<NodeResponse> {
    const node = await this.moderation.ban(principal, nodeId, reason, publisherId);
    return this.views.view(principal, node.id);
  }

  /** Lifts a ban of a publisher's node, as `/nodes/{nodeId}/unban`. */
  @Post('publishers/:publisherId/nodes/:nodeId/unban')
  @HttpCode(200)
  @AdminOnly()
  @ApiErrors(NodeNotFound)
  async unbanOfPublisher(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, nodeId }: PublisherNodePath,
    @Body() { reason }: ModerationRequest,
  ): Promise<NodeResponse> {
    const node = await this.moderation.unban(principal, nodeId, reason, publisherId);
    return this.views.view(principal, node.id);
  }

  /** Gives a node to another publisher. For an owner of both, and for admins. */
  @Post('nodes/:nodeId/transfer')
  @HttpCode(200)
  @RequireScope('registry:write')
  @ApiErrors(...OWNER_ERRORS, ...NODE_ERRORS)
  async transfer(
    @CurrentPrincipal() principal: Principal,
    @Param() { nodeId }: NodePath,
    @Body() body: TransferNodeRequest,
  ): Promise<NodeResponse> {
    const node = await this.moderation.transfer(principal, nodeId, body.publisher_id, body.reason);
    return this.views.view(principal, node.id);
  }

  /** Any node, deleted ones too. */
  @Get('admin/nodes/:nodeId')
  @AdminOnly()
  @ApiErrors(NodeNotFound)
  async getNodeAsAdmin(
    @CurrentPrincipal() principal: Principal,
    @Param() { nodeId }: NodePath,
  ): Promise<NodeResponse> {
    return this.views.viewAny(principal, nodeId);
  }

  /** Changes any field of any node, deleted ones too; a blank text clears it. The change of an admin's field is in the audit log. */
  @Put('admin/nodes/:nodeId')
  @AdminOnly()
  @ApiErrors(NodeNotFound)
  async updateNodeAsAdmin(
    @CurrentPrincipal() principal: Principal,
    @Param() { nodeId }: NodePath,
    @Body() { reason, review_reason: review, ...body }: AdminNodeRequest,
  ): Promise<NodeResponse> {
    const reviewed = review === undefined ? {} : { reviewReason: review === '' ? null : review };
    const node = await this.editor.saveAsAdmin(
      principal,
      nodeId,
      { ...nodeFields(body, 'clear'), ...reviewed },
      reason,
    );
    return this.views.viewAny(principal, node.id);
  }
}
