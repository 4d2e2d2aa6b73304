export { type CatalogueEntry, readCatalogueEntry } from './catalogue-entry.js';
export { CatalogueFile } from './catalogue-file.js';
export { CatalogueImport, type ImportedBatch } from './catalogue-import.js';
export { CatalogueModule } from './catalogue.module.js';
