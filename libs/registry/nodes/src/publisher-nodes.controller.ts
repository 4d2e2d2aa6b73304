import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import {
  ApiErrors,
  ApiListTotal,
  ApiPageLinks,
  CurrentPrincipal,
  CursorQuery,
  PageLinks,
  type Principal,
  Public,
  PubliclyCached,
  RequireScope,
} from '#libs/platform/http';
import {
  MEMBER_ERRORS,
  OWNER_ERRORS,
  PublisherBanned,
  PublisherNotFound,
  PublisherPath,
} from '#libs/registry/publishers';
import { PublisherNodePath } from './dto/node-query.request.js';
import { CreateNodeRequest, UpdateNodeRequest } from './dto/node.request.js';
import { NodeResponse } from './dto/node.response.js';
import { AdminFieldChanged, NODE_ERRORS, NodeBanned, NodeTaken } from './node.errors.js';
import { NodeEditor } from './node-editor.js';
import { nodeFields } from './node-fields.js';
import { NodeListings } from './node-listings.js';
import { NodeViews } from './node-views.js';

@ApiTags('Nodes')
@Controller('publishers/:publisherId/nodes')
export class PublisherNodesController {
  constructor(
    private readonly editor: NodeEditor,
    private readonly listings: NodeListings,
    private readonly views: NodeViews,
    private readonly links: PageLinks,
  ) {}

  /** A publisher's nodes by id. Its members also see banned ones, with the reason. */
  @Get()
  @Public()
  @PubliclyCached({ maxAgeSeconds: 30 })
  @ApiPageLinks()
  @ApiListTotal()
  @ApiErrors(PublisherBanned, PublisherNotFound)
  async list(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { publisherId }: PublisherPath,
    @Query() query: CursorQuery,
  ): Promise<NodeResponse[]> {
    const page = await this.listings.listOfPublisher(principal, publisherId, query);
    this.links.set(page);
    return page.rows;
  }

  /** Creates a node. */
  @Post()
  @RequireScope('registry:write')
  @ApiErrors(...MEMBER_ERRORS, AdminFieldChanged, NodeTaken)
  async create(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId }: PublisherPath,
    @Body() { id, ...fields }: CreateNodeRequest,
  ): Promise<NodeResponse> {
    const node = await this.editor.create(principal, publisherId, id, nodeFields(fields));
    return this.views.viewAny(principal, node.id);
  }

  /**
   * Creates a node, or changes the fields given. It revives a deleted node of the publisher. Read-only fields that are
   * sent back are ignored.
   */
  @Put(':nodeId')
  @RequireScope('registry:write')
  @ApiErrors(...MEMBER_ERRORS, NodeBanned, AdminFieldChanged, NodeTaken)
  async save(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, nodeId }: PublisherNodePath,
    @Body() body: UpdateNodeRequest,
  ): Promise<NodeResponse> {
    const node = await this.editor.save(principal, publisherId, nodeId, nodeFields(body));
    return this.views.viewAny(principal, node.id);
  }

  /** Deletes a node. Its id stays reserved for the publisher, which can revive the node by PUT. */
  @Delete(':nodeId')
  @HttpCode(204)
  @RequireScope('registry:write')
  @ApiNoContentResponse({ description: 'The node was deleted.' })
  @ApiErrors(...OWNER_ERRORS, ...NODE_ERRORS)
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, nodeId }: PublisherNodePath,
  ): Promise<void> {
    await this.editor.delete(principal, publisherId, nodeId);
  }
}
