import { posix } from 'node:path';

import type { SourceTree } from './source-tree.js';
import { PyModule, PySequence, Scope } from './values.js';

/** A module for a file or folder of the package, with the names that Python gives every module. */
export function newModule(file: string, path: string, sources: SourceTree): PyModule {
  const isPackage = posix.basename(file) === '__init__.py';
  const base = isPackage ? posix.dirname(file) : file.slice(0, -3);
  const inner = base === sources.root ? '' : sources.relative(base).replaceAll('/', '.');
  // The host names a package by its folder, and what is in it by dots after that.
  const name = [sources.root, inner].filter((part) => part !== '').join('.');
  const module = new PyModule(name, path, new Scope('module'), isPackage ? base : undefined);
  const parent = isPackage ? name : name.slice(0, name.lastIndexOf('.'));
  module.scope.vars
    .set('__name__', name)
    .set('__file__', file)
    .set('__package__', parent)
    .set('__doc__', null);
  if (isPackage) module.scope.vars.set('__path__', new PySequence('list', [base]));
  return module;
}
