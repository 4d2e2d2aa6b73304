export { editDistance } from './edit-distance.js';
export { LoadedVocabulary } from './loaded-vocabulary.js';
export { NodeSearchMaintenance } from './node-search-maintenance.repository.js';
export { NodeSearchRepository } from './node-search.repository.js';
export { type IndexedRow, indexedRow, NodeSearchWriter } from './node-search-writer.repository.js';
export { canonicalAccelerator, canonicalOs } from './platform-names.js';
export type { SearchDatabase, SearchTransaction } from './search-database.js';
export type { NodeSearchDocument } from './search-document.js';
export { type NodeSearchRequest, type NodeSearchResult, type NodeSearchSort } from './search-request.js';
