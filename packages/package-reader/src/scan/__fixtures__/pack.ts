import type { Files } from './scanned.js';

/** What a rule must find: its id, the case, and the files; a single text is the entry of a package. */
export type ToFind = readonly [rule: string, what: string, files: string | Files];
/** What no rule may hold or warn of. */
export type NotToFind = readonly [what: string, files: string | Files];
