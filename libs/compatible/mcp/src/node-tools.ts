import { Injectable } from '@nestjs/common';
import { readRequest } from '#libs/platform/http';
import { NodeListings, NodePath, NodeViews, SearchNodesQuery } from '#libs/registry/nodes';
import type { Tool } from './tool.js';

const READS = { readOnlyHint: true, openWorldHint: false };
const AS_JSON = { convertsText: false };

/** Tools that find nodes of the registry and show them. */
@Injectable()
export class NodeTools {
  constructor(
    private readonly listings: NodeListings,
    private readonly views: NodeViews,
  ) {}

  list(): Tool[] {
    return [
      {
        name: 'search_nodes',
        operation: { method: 'get', path: '/nodes/search' },
        annotations: READS,
        call: async ({ principal, input }) => ({
          result: await this.listings.search(principal, readRequest(SearchNodesQuery, input, AS_JSON)),
        }),
      },
      {
        name: 'get_node',
        operation: { method: 'get', path: '/nodes/{nodeId}' },
        annotations: READS,
        call: async ({ principal, input }) => ({
          result: await this.views.view(principal, readRequest(NodePath, input, AS_JSON).nodeId),
        }),
      },
    ];
  }
}
