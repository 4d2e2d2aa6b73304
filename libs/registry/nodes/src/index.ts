export { UpdateNodeRequest as PublishedNodeFields } from './dto/node.request.js';
export { NodePath, PublisherNodePath, SearchNodesQuery } from './dto/node-query.request.js';
export { NodeResponse } from './dto/node.response.js';
export { ALL_VERSIONS_HELD, type Node, type NodeStatus } from './node.entity.js';
export {
  AdminFieldChanged,
  NODE_ERRORS,
  NodeBanned,
  NodeNotFound,
  NodeTaken,
  OwnNode,
} from './node.errors.js';
export { NodeQuarantineChanged, NodeVisibilityChanged } from './node.events.js';
export type { CatalogueNode } from './node-imports.repository.js';
export { NodeImports } from './node-imports.js';
export { NodeModeration } from './node-moderation.js';
export { NodeListings } from './node-listings.js';
export { NodeViews } from './node-views.js';
export { NodesModule } from './nodes.module.js';
export { NodesService } from './nodes.service.js';
export { NodesSettings } from './nodes.settings.js';
export { lookAlikeKey, nodeIdProblem } from './node-id.js';
