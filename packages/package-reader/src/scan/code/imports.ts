import { canonical } from './known-names.js';
import { external } from './names.js';
import type { PythonFile, Scope } from './python-file.js';
import type { Reading } from './reading.js';
import { partOf, type Syntax } from './syntax.js';
import { UNKNOWN, type Value } from './value.js';

/** Lets the names of an `import` statement hold what they stand for. */
export function importModules(node: Syntax, scope: Scope, block: Syntax, fileOf: Reading['fileOf']): void {
  const { file } = scope;
  for (const part of node.parts) {
    const [name, alias] = part.type === 'aliased_import' ? part.parts : [part];
    if (!name) continue;
    const module = file.text(name);
    const first = module.split('.')[0] ?? module;
    const own = fileOf(file, 0, module);
    const value = own ? { marks: 0, names: own.scope.names } : external(canonical(alias ? module : first));
    scope.assign(alias ? file.text(alias) : first, value, block, false);
  }
}

/** As `importModules`, for `from … import …`. */
export function importNames(node: Syntax, scope: Scope, block: Syntax, fileOf: Reading['fileOf']): void {
  const { file } = scope;
  const source = partOf(node, 'module_name');
  if (!source) return;
  const [, dots = '', module = ''] = /^(\.*)(.*)$/s.exec(file.text(source).replaceAll(/\s/g, '')) ?? [];
  const own = fileOf(file, dots.length, module);
  for (const part of node.parts) {
    if (part === source) continue;
    if (part.type === 'wildcard_import') {
      if (own) for (const [name, value] of own.scope.names) scope.assign(name, value, block, false);
      else file.starModules.add(module);
      continue;
    }
    const [name, alias = name] = part.type === 'aliased_import' ? part.parts : [part];
    if (!name || !alias) continue;
    const value = imported(file, fileOf, own, dots, module, file.text(name));
    scope.assign(file.text(alias), value, block, false);
  }
}

function imported(
  importer: PythonFile,
  fileOf: Reading['fileOf'],
  own: PythonFile | undefined,
  dots: string,
  module: string,
  name: string,
): Value {
  const file = fileOf(importer, dots.length, module === '' ? name : `${module}.${name}`);
  if (file) return { marks: 0, names: file.scope.names };
  if (own) return own.scope.names.get(name) ?? UNKNOWN;
  return dots === '' ? external(canonical(`${module}.${name}`)) : UNKNOWN;
}
