export { editDistance } from './edit-distance.js';
export { NodeSearch } from './node-search.js';
export { canonicalAccelerator, canonicalOs } from './platform-names.js';
export type { NodeSearchDocument } from './search-document.js';
export { type NodeSearchSort, SEARCH_STAGES, type SearchPlace } from './search-request.js';
export { SearchModule } from './search.module.js';
