import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { NodeResponse } from '#libs/registry/nodes';
import { VERSION_ERRORS, VersionPath } from '#libs/registry/versions';
import { readSemanticVersion } from '#libs/registry/versions/store';
import {
  ApiErrors,
  ApiListTotal,
  CurrentPrincipal,
  filterText,
  listPlace,
  type Principal,
  PubliclyCached,
  Public,
  setTotalHeader,
} from '#libs/platform/http';
import { AppNodeNotFound } from './app-node.errors.js';
import { AppNodesService } from './app-nodes.service.js';
import { AppNodePath, ListAppNodesQuery } from './dto/app-node.request.js';
import { AppNodeListResponse } from './dto/app-node.response.js';

const DEFAULT_LIMIT = 20;

/** Short, so that a ban takes effect soon. */
const MAX_AGE = { maxAgeSeconds: 30 };

@ApiTags('App nodes')
@Controller()
export class AppNodesController {
  constructor(private readonly appNodes: AppNodesService) {}

  /** App nodes, by name: those of each node's latest version, or of the version asked for. */
  @Get('app-nodes')
  @Public()
  @PubliclyCached(MAX_AGE)
  @ApiListTotal()
  async list(@Query() query: ListAppNodesQuery): Promise<AppNodeListResponse> {
    const limit = query.limit ?? query.pageSize ?? DEFAULT_LIMIT;
    const place = listPlace({ ...query, limit }, ['text', 'uuid'], 'read GET /changes to copy everything');
    const version = filterText(query.node_version);
    const filter = {
      nodeId: filterText(query.node_id),
      version: version === undefined ? undefined : readSemanticVersion(version)?.text,
      name: filterText(query.app_node_name),
    };
    const page = await this.appNodes.list(filter, place);
    setTotalHeader(page);
    return AppNodeListResponse.of(page.rows, page);
  }

  /** The node that an app node's name stands for. A node that preempts the name wins, then the most used one. */
  @Get('app-nodes/:name/node')
  @Public()
  @PubliclyCached(MAX_AGE)
  @ApiErrors(AppNodeNotFound)
  async getNodeOfAppNode(@Param() { name }: AppNodePath): Promise<NodeResponse> {
    return this.appNodes.requireNodeOf(name);
  }

  /** The app nodes of one version. */
  @Get('nodes/:nodeId/versions/:versionId/app-nodes')
  @Public()
  @PubliclyCached(MAX_AGE)
  @ApiErrors(...VERSION_ERRORS)
  async listAppNodesOfVersion(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { nodeId, versionId }: VersionPath,
  ): Promise<AppNodeListResponse> {
    const appNodes = await this.appNodes.listOfVersion(principal, nodeId, versionId);
    return AppNodeListResponse.of(appNodes, { total: appNodes.length, nextCursor: null });
  }
}
