export {
  DomainError,
  type DomainErrorClass,
  defineErrors,
  errorCatalogue,
  type ErrorDefinition,
} from './domain-error.js';
export * from './platform.errors.js';
export { isUndefinedInDatabase, noRoom, writeFailure } from './write-failure.js';
