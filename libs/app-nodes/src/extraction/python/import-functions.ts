import { posix } from 'node:path';

import { listed } from './file-system.js';
import { type LibraryRule, textArgument } from './library-rule.js';
import { type Machine } from './machine.js';
import { argument, Native, PyInstance, PySequence, textOf, type Arguments, type Value } from './values.js';

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
    fileSpecification(textArgument(machine, argument(call, 1, 'location')), argument(call, 0)),
  'importlib.machinery.SourceFileLoader': (call, machine) => {
    const file = textArgument(machine, argument(call, 1, 'path'));
    const loader = new PyInstance('SourceFileLoader');
    loader.attributes.set(
      'load_module',
      new Native('load_module', () =>
        file === undefined ? machine.unknown('a module') : machine.importPath(file),
      ),
    );
    return loader;
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
  const text = textArgument(machine, folder);
  if (text !== undefined && machine.sources.isInside(text)) machine.sources.searchFolders.unshift(text);
  return null;
}

function fileSpecification(file: string | undefined, name: Value | undefined): Value | undefined {
  if (file === undefined) return undefined;
  const loader = new PyInstance('Loader');
  loader.attributes.set('exec_module', new Native('exec_module', () => null));
  const specification = new PyInstance('ModuleSpec');
  specification.attributes
    .set('origin', posix.normalize(file))
    .set('loader', loader)
    .set('name', name ?? null);
  return specification;
}

function modulesIn(call: Arguments, machine: Machine, isDeep: boolean): Value | undefined {
  const folders = machine
    .items(argument(call, 0, 'path') ?? null)
    ?.items.map((folder) => machine.text(folder));
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
    finder.attributes.set('path', folder);
    const row = new PyInstance('ModuleInfo');
    row.payload = new PySequence('tuple', [finder, `${prefix}${name}`, isPackage]);
    row.attributes.set('name', `${prefix}${name}`).set('ispkg', isPackage).set('module_finder', finder);
    return [
      row,
      ...(isPackage && isDeep ? moduleRows(`${folder}/${entry}`, `${prefix}${name}.`, machine, true) : []),
    ];
  });
}
