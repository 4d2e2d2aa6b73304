import { posix } from 'node:path';

import { isPresentPackage } from './present-packages.js';
import type { SourceTree } from './source-tree.js';
import type { PyModule } from './values.js';

/**
 * Finds the file an import names: relative to the importing module, by the package's own name, or next to a folder
 * on `sys.path`. The host's packages and the standard library always win over files of the same name, because the
 * host has loaded them before.
 */
export function findModule(dotted: string, from: PyModule, sources: SourceTree): string | undefined {
  const dots = /^\.*/.exec(dotted)?.[0].length ?? 0;
  const segments = dotted
    .slice(dots)
    .split('.')
    .filter((segment) => segment !== '');
  if (dots > 0) {
    let base = from.folder ?? posix.dirname(from.path);
    for (let up = 1; up < dots; up += 1) base = posix.dirname(base);
    if (!sources.isInside(base)) return undefined;
    if (segments.length === 0) return initialiser(base, sources);
    return sources.moduleFile(posix.join(base, ...segments));
  }
  return findAbsolute(segments, from, sources);
}

function initialiser(folder: string, sources: SourceTree): string | undefined {
  const path = `${folder}/__init__.py`;
  return sources.text(path) === undefined ? (sources.isFolder(folder) ? folder : undefined) : path;
}

function findAbsolute(segments: readonly string[], from: PyModule, sources: SourceTree): string | undefined {
  const [first, ...rest] = segments;
  if (first === undefined) return undefined;
  if (first === sources.root) return below(sources.root, rest, sources);
  if (first === 'custom_nodes' && rest.length > 0) return below(sources.root, rest.slice(1), sources);
  if (sameName(first, sources.packageName)) {
    const own = below(sources.root, rest, sources);
    if (own !== undefined) return own;
  }
  if (isPresentPackage(first)) return undefined;
  const folders = [
    ...sources.searchFolders,
    from.folder ?? posix.dirname(from.path),
    posix.dirname(from.path),
    sources.root,
  ];
  for (const folder of folders) {
    const found = sources.moduleFile(posix.join(folder, ...segments));
    if (found !== undefined) return found;
  }
  // An unknown first name before a path inside the package is the package under its own name.
  return rest.length > 0 ? below(sources.root, rest, sources) : undefined;
}

function below(root: string, segments: readonly string[], sources: SourceTree): string | undefined {
  return segments.length === 0
    ? initialiser(root, sources)
    : sources.moduleFile(posix.join(root, ...segments));
}

function sameName(a: string, b: string): boolean {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return plain(a) === plain(b);
}
