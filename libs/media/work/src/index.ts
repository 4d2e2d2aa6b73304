export * from './tasks/index.js';
export * from './inputs/index.js';
export * from './pricing/index.js';
export * from './samples/index.js';
