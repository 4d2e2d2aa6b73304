import { COLLECTION_RULES } from './collection-functions.js';
import { DATA_RULES } from './data-files.js';
import { IMPORT_RULES } from './import-functions.js';
import type { Machine } from './machine.js';
import { OS_RULES } from './os-functions.js';
import { type LibraryRule, natives } from './library-rule.js';
import { PATTERN_CONSTANTS, PATTERN_RULES } from './regular-expressions.js';
import { TOOL_RULES } from './tool-functions.js';
import { PyFloat, type Value } from './values.js';

const RULES: Record<string, LibraryRule> = {
  ...OS_RULES,
  ...IMPORT_RULES,
  ...TOOL_RULES,
  ...COLLECTION_RULES,
  ...PATTERN_RULES,
  ...DATA_RULES,
};

/** The widest picture of the host, a constant of its `nodes.py`. */
const MAX_RESOLUTION = 16_384;

/** Functions of the standard library that matter for declaring nodes, by dotted path. */
export function knownExternals(machine: Machine): Map<string, Value> {
  const all = natives(RULES, machine).set('sys.modules', machine.modulesByName);
  for (const [name, value] of PATTERN_CONSTANTS) all.set(name, value);
  return all
    .set('typing.TYPE_CHECKING', false)
    .set('os.sep', '/')
    .set('sys.version_info.major', 3)
    .set('sys.maxsize', 2n ** 63n - 1n)
    .set('sys.float_info.max', new PyFloat(Number.MAX_VALUE))
    .set('nodes.MAX_RESOLUTION', MAX_RESOLUTION);
}
