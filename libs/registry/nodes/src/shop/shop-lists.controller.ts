import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ApiErrors,
  CurrentPrincipal,
  NextPageQuery,
  type Principal,
  Public,
  PubliclyCached,
} from '#libs/platform/http';
import { NodePath } from '../dto/node-query.request.js';
import { NODE_ERRORS } from '../node.errors.js';
import { RisingNodesQuery } from './shop-lists.request.js';
import { ShopLists } from './shop-lists.js';
import { DependentListResponse, RisingNodeListResponse } from './shop-lists.response.js';

@ApiTags('Nodes')
@Controller()
export class ShopListsController {
  constructor(private readonly lists: ShopLists) {}

  /** Nodes that are downloaded more than a week ago, the one that rises most first; counted every 15 minutes. */
  @Get('registry/rising')
  @Public()
  @PubliclyCached({ maxAgeSeconds: 30 })
  async listRising(@Query() { limit }: RisingNodesQuery): Promise<RisingNodeListResponse> {
    return this.lists.listRising(limit);
  }

  /** Nodes whose latest version needs this one as a Python package, by id; up to date within 15 minutes. */
  @Get('nodes/:nodeId/dependents')
  @Public()
  @PubliclyCached({ maxAgeSeconds: 30 })
  @ApiErrors(...NODE_ERRORS)
  async listDependents(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { nodeId }: NodePath,
    @Query() { cursor, limit }: NextPageQuery,
  ): Promise<DependentListResponse> {
    return this.lists.listDependents(principal, nodeId, cursor, limit);
  }
}
