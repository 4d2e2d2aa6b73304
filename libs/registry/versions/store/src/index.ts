export { APP_NODE_POLICIES, type AppNode, type AppNodePolicy } from './app-node.entity.js';
export { AppNodeRowsRepository, type NewAppNode } from './app-node-rows.repository.js';
export {
  type ExtractStatus,
  NODE_VERSION_STATUSES,
  NodeVersion,
  type NodeVersionStatus,
} from './node-version.entity.js';
export { NodeVersionResponse, PublishedByResponse } from './node-version.response.js';
export { NodeVersionViews } from './node-version-views.js';
export { NodeVersionsRepository, type NewVersionRow } from './node-versions.repository.js';
export { VersionStoreModule } from './version-store.module.js';
