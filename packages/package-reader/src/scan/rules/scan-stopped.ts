import type { Rule } from '../rule.js';

/** A package that cannot be read to its end may hide anything there. */
export const SCAN_STOPPED: Rule = {
  id: 'scan_stopped',
  version: 1,
  severity: 'held',
  message: 'Takes too long or too much memory to read, so a person has to look.',
};
