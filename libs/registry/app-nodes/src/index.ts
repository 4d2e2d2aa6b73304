export * from './app-node.errors.js';
export { AppNodesModule } from './app-nodes.module.js';
export * from '@atelier/package-reader/extraction';
