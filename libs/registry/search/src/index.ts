export { editDistance } from './edit-distance.js';
export { type Fragment, Highlighter } from './highlighter.js';
export { NodeSearch } from './node-search.js';
export { canonicalAccelerator, canonicalOs } from './platform-names.js';
export type { PopularityFacts } from './popularity.js';
export { type NodeSearchDocument, rankKey } from './search-document.js';
export {
  type NodeSearchRequest,
  type NodeSearchSort,
  SEARCH_STAGES,
  type SearchPlace,
  type SearchStage,
} from './search-request.js';
export { SearchModule } from './search.module.js';
