import type { FindingSeverity } from '../../archive/index.js';
import type { Rule } from '../rule.js';

export function rule(id: string, message: string, severity: FindingSeverity = 'held'): Rule {
  return { id, version: 1, severity, message };
}
