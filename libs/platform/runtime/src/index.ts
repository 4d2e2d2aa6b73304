export { Bell } from './bell.js';
export { makeFolder } from './make-folder.js';
export { asTransaction, refuseInTransaction } from './open-transaction.js';
export { OwnRounds } from './own-rounds.js';
export { requireNode } from './require-node.js';
export { Rounds } from './rounds.js';
export { withTimeout } from './with-timeout.js';
