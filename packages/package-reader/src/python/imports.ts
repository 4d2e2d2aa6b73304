import type { Node } from 'web-tree-sitter';

import { raiseIfGuarded } from './calls.js';
import { parts, type Completion, type Frame, type Machine } from './machine.js';
import { orElse } from './arguments.js';
import { External, PyModule, Unknown, type Value } from './values.js';
import { textOf } from './value-reading.js';

/** `import a.b`, `import a.b as c`. */
export function importPlain(node: Node, frame: Frame, machine: Machine): Completion {
  for (const name of parts(node)) {
    const dotted = (name.childForFieldName('name') ?? name).text;
    const alias = name.childForFieldName('alias')?.text;
    const module = machine.importModule(dotted, frame.module);
    if (alias !== undefined) frame.scope.bind(alias, module);
    else bindTop(dotted, module, frame, machine);
  }
  return undefined;
}

function bindTop(dotted: string, module: Value, frame: Frame, machine: Machine): void {
  const top = dotted.split('.', 1)[0] ?? dotted;
  frame.scope.bind(
    top,
    top === dotted
      ? module
      : module instanceof PyModule
        ? machine.importModule(top, frame.module)
        : new External(top),
  );
}

/** `from a import b as c`, `from . import b`, `from .a import *`. */
export function importFrom(node: Node, frame: Frame, machine: Machine): Completion {
  const source = node.childForFieldName('module_name');
  if (source === null) return undefined;
  const dotted = source.text.replace(/\s+/g, '');
  const module = machine.importModule(dotted, frame.module);
  if (parts(node).some(({ type }) => type === 'wildcard_import')) {
    importAll(module, frame);
    return undefined;
  }
  for (const name of node.childrenForFieldName('name')) {
    const wanted = (name.childForFieldName('name') ?? name).text;
    const alias = name.childForFieldName('alias')?.text ?? wanted;
    frame.scope.bind(alias, member(module, dotted, wanted, frame, machine));
  }
  return undefined;
}

function member(module: Value, dotted: string, name: string, frame: Frame, machine: Machine): Value {
  if (!(module instanceof PyModule))
    return orElse(machine.attribute(module, name), machine.unknown(`${name} from ${dotted}`));
  const bound = module.scope.vars.get(name);
  if (bound !== undefined) return bound;
  if (module.folder !== undefined && machine.sources.moduleFile(`${module.folder}/${name}`) !== undefined) {
    return machine.importPath(machine.sources.moduleFile(`${module.folder}/${name}`) ?? '');
  }
  const value = machine.attribute(module, name);
  if (value !== undefined) return value;
  raiseIfGuarded(machine, 'ImportError', `${dotted} has no ${name}`);
  return machine.unknown(`${name} is not in ${dotted}`);
}

function importAll(module: Value, frame: Frame): void {
  if (!(module instanceof PyModule)) {
    frame.scope.hasForeignNames = true;
    return;
  }
  frame.scope.hasForeignNames ||= module.scope.hasForeignNames;
  const listed = module.scope.vars.get('__all__');
  const names =
    listed !== undefined &&
    !(listed instanceof Unknown) &&
    typeof listed === 'object' &&
    listed !== null &&
    'items' in listed
      ? listed.items.flatMap((item) => textOf(item) ?? [])
      : [...module.scope.vars.keys()].filter((name) => !name.startsWith('_'));
  for (const name of names) {
    const value = module.scope.vars.get(name);
    if (value !== undefined) frame.scope.bind(name, value);
  }
}
