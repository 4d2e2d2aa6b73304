import { IMPORT_RULES } from './import-functions.js';
import { type Machine } from './machine.js';
import { OS_RULES } from './os-functions.js';
import { TOOL_RULES } from './tool-functions.js';
import { Native, orElse, type Value } from './values.js';

/** Functions of the standard library that matter for declaring nodes, by dotted path. */
export function knownExternals(machine: Machine): Map<string, Value> {
  const all = new Map<string, Value>();
  for (const [name, rule] of Object.entries({ ...OS_RULES, ...IMPORT_RULES, ...TOOL_RULES })) {
    all.set(
      name,
      new Native(name, (call) => orElse(rule(call, machine), machine.unknown(`the result of ${name}()`))),
    );
  }
  all.set('sys.modules', machine.loadedModules());
  return all
    .set('typing.TYPE_CHECKING', false)
    .set('os.sep', '/')
    .set('sys.maxsize', 2n ** 63n - 1n);
}
