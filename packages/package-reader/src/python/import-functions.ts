import { posix } from 'node:path';

import { listed } from './file-system.js';
import type { LibraryRule } from './library-rule.js';
import type { Machine } from './machine.js';
import { findModule } from './module-finder.js';
import { isPresentPackage } from './present-packages.js';
import { argument } from './arguments.js';
import { Native, PyInstance, PyModule, PySequence, type Arguments, type Value, Scope } from './values.js';
import { textOf } from './value-reading.js';
import { plainText } from './text.js';

/** `importlib`, `pkgutil` and the changes of `sys.path`. */
export const IMPORT_RULES: Record<string, LibraryRule> = {
  'importlib.import_module': (call, machine) => {
    const name = textOf(argument(call, 0, 'name'));
    const anchor = argument(call, 1, 'package');
    if (name === undefined) return undefined;
    return machine.importFrom(name, anchor === undefined ? undefined : textOf(anchor));
  },
  'importlib.reload': ({ positional: [module] }) => module,
  'importlib.util.spec_from_file_location': (call, machine) =>
    fileSpecification(plainText(argument(call, 1, 'location')), argument(call, 0), machine),
  'importlib.util.find_spec': foundSpecification,
  'types.ModuleType': ({ positional: [name] }) => {
    const module = new PyModule(textOf(name) ?? '', '', new Scope('module'));
    module.isLoaded = true;
    return module;
  },
  'importlib.util.module_from_spec': ({ positional: [specification] }, machine) => {
    const file = specification instanceof PyInstance ? specification.attributes.get('origin') : undefined;
    return file === undefined ? undefined : machine.importPath(textOf(file) ?? '');
  },
  'pkgutil.iter_modules': (call, machine) => modulesIn(call, machine, false),
  'pkgutil.walk_packages': (call, machine) => modulesIn(call, machine, true),
  'sys.path.append': ({ positional: [folder] }, machine) => searched(folder, machine),
  'sys.path.insert': ({ positional: [, folder] }, machine) => searched(folder, machine),
};

function searched(folder: Value | undefined, machine: Machine): Value {
  const text = plainText(folder);
  if (text !== undefined && machine.sources.isInside(text)) machine.sources.searchFolders.unshift(text);
  return null;
}

/** Runs a file in a module that the package made for it; nothing is left to do for the file's own module. */
function fill(module: Value | undefined, file: string, machine: Machine): Value {
  const loaded = machine.importPath(file);
  if (module instanceof PyModule && loaded instanceof PyModule && module !== loaded)
    for (const [name, value] of loaded.scope.vars) module.scope.vars.set(name, value);
  return null;
}

/** `importlib.util.find_spec`: known for the package's own modules and for those that every host has. */
function foundSpecification(call: Arguments, machine: Machine): Value | undefined {
  const name = textOf(argument(call, 0, 'name'));
  const anchor = textOf(argument(call, 1, 'package'));
  if (name === undefined) return undefined;
  const running = machine.entryModule();
  const isOwn = name.startsWith('.') || machine.sources.isOwnName(name);
  const dotted =
    name.startsWith('.') && anchor !== undefined ? `${anchor}${name.replace(/^\.+/, '.')}` : name;
  const file = findModule(dotted, running, machine.sources);
  if (file !== undefined) return fileSpecification(file, name, machine);
  if (isOwn) return null;
  return isPresentPackage(name) ? new PyInstance('ModuleSpec') : undefined;
}

function fileSpecification(
  file: string | undefined,
  name: Value | undefined,
  machine: Machine,
): Value | undefined {
  if (file === undefined) return undefined;
  const loader = new PyInstance('Loader');
  loader.attributes
    .set('exec_module', new Native('exec_module', ({ positional: [module] }) => fill(module, file, machine)))
    .set('load_module', new Native('load_module', () => machine.importPath(file)))
    .set('path', file)
    .set('name', name ?? null);
  const specification = new PyInstance('ModuleSpec');
  specification.attributes
    .set('origin', posix.normalize(file))
    .set('loader', loader)
    .set('name', name ?? null);
  return specification;
}

function modulesIn(call: Arguments, machine: Machine, isDeep: boolean): Value | undefined {
  const folders = machine.items(argument(call, 0, 'path'))?.items.map((folder) => plainText(folder));
  const prefix = textOf(argument(call, 1, 'prefix')) ?? '';
  if (folders === undefined || folders.includes(undefined)) return undefined;
  return new PySequence(
    'list',
    folders.flatMap((folder) => moduleRows(folder ?? '', prefix, machine, isDeep)),
  );
}

function moduleRows(folder: string, prefix: string, machine: Machine, isDeep: boolean): Value[] {
  const { sources } = machine;
  return (listed(machine, folder) ?? []).flatMap((entry) => {
    const isPackage = sources.text(`${folder}/${entry}/__init__.py`) !== undefined;
    const name = isPackage
      ? entry
      : entry.endsWith('.py') && entry !== '__init__.py'
        ? entry.slice(0, -3)
        : undefined;
    if (name === undefined) return [];
    const finder = new PyInstance('FileFinder');
    const file = sources.moduleFile(`${folder}/${entry.replace(/\.py$/, '')}`);
    const specify = () => fileSpecification(file, `${prefix}${name}`, machine) ?? null;
    finder.attributes.set('path', folder).set('find_spec', new Native('find_spec', specify));
    const row = new PyInstance('ModuleInfo');
    row.payload = new PySequence('tuple', [finder, `${prefix}${name}`, isPackage]);
    row.attributes.set('name', `${prefix}${name}`).set('ispkg', isPackage).set('module_finder', finder);
    return [
      row,
      ...(isPackage && isDeep ? moduleRows(`${folder}/${entry}`, `${prefix}${name}.`, machine, true) : []),
    ];
  });
}
