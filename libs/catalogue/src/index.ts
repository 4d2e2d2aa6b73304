export { type CatalogueEntry, readCatalogueEntry } from './catalogue-entry.js';
export { CatalogueImport, type ImportedBatch } from './catalogue-import.service.js';
export { CatalogueModule } from './catalogue.module.js';
