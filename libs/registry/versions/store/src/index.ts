export { APP_NODE_POLICIES, type AppNode, type AppNodePolicy } from './app-node.entity.js';
export { AppNodeRowsRepository, type NewAppNode } from './app-node-rows.repository.js';
export {
  type ExtractStatus,
  NODE_VERSION_STATUSES,
  NodeVersion,
  type NodeVersionStatus,
  type VersionProvenance,
} from './node-version.entity.js';
export {
  ADVISORY_SEVERITIES,
  type AdvisorySeverity,
  AdvisoryWarningResponse,
  NodeVersionResponse,
  PublishedByResponse,
} from './node-version.response.js';
export { NodeVersionViews } from './node-version-views.js';
export { NodeVersionsRepository, type NewVersionRow } from './node-versions.repository.js';
export { readSemanticVersion, SEMANTIC_VERSION_RULE, type SemanticVersion } from './semantic-version.js';
export { VersionStoreModule } from './version-store.module.js';
