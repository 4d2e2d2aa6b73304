export { hasCluster } from './cluster-location.js';
export { EmbeddedPostgresError, type EmbeddedPostgresErrorCode } from './embedded-postgres.error.js';
export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresConnection,
  type EmbeddedPostgresOptions,
} from './embedded-postgres.js';
export { reachEmbeddedPostgres, type ReachedPostgres } from './reach-embedded-postgres.js';
