export { type Circumstances, HOLDING_SCORE, judge, type Judgement } from './judge.js';
export { type KnownMalicious, readOsv, UnreadableOsv } from './read-osv.js';
export { normalName } from './rules/dependencies/one-edit.js';
export type { Rule } from './rule.js';
export { RULES } from './rules/index.js';
export type { ScanContext } from './scan-file.js';
export { type ScanResult, UNFINISHED_SCAN } from './scan-in-thread.js';
export { changesBetween, type PackageTraits } from './traits.js';
