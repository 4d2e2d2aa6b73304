import { posix } from 'node:path';

import type { Machine } from './machine.js';
import { PyPath, PySequence, type Value } from './values.js';

/** Names below a folder of the package that match a glob; undefined outside of the package, and for brackets, which are not followed. */
export function globbed(
  machine: Machine,
  folder: string,
  pattern: string,
  isRecursive: boolean,
): string[] | undefined {
  const base = posix.normalize(folder).replace(/(?<=.)\/$/, '');
  if (!machine.sources.isInside(base) || pattern.includes('[')) return undefined;
  const deep = isRecursive ? (pattern.startsWith('**/') ? pattern : `**/${pattern}`) : pattern;
  const matches = globMatcher(deep);
  const files = machine.sources.below(base);
  const folders = [...new Set(files.flatMap((file) => ancestors(file, base)))];
  return [...files, ...folders].filter((path) => matches(path.slice(base.length + 1))).sort();
}

function ancestors(file: string, base: string): string[] {
  const found: string[] = [];
  for (let folder = posix.dirname(file); folder.length > base.length; folder = posix.dirname(folder))
    found.push(folder);
  return found;
}

const GLOB_MAX_CHARS = 200;

function globMatcher(pattern: string): (path: string) => boolean {
  if (pattern.length > GLOB_MAX_CHARS) return () => false;
  const segments = pattern.replace(/^\.\//, '').split('/');
  return (path) => matchSegments(segments, path.split('/'));
}

function matchSegments(pattern: readonly string[], path: readonly string[]): boolean {
  const [head, ...rest] = pattern;
  if (head === undefined) return path.length === 0;
  if (head === '**') return path.length <= 24 && path.some((_, at) => matchSegments(rest, path.slice(at)));
  const [name, ...below] = path;
  return name !== undefined && matchName(head, name) && matchSegments(rest, below);
}

/** `*` and `?` in one name, matched without backtracking over more than the last star. */
function matchName(pattern: string, name: string): boolean {
  let [at, from, star, mark] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[from] === '*') [star, mark, from] = [from, at, from + 1];
    else if (pattern[from] === '?' || pattern[from] === name[at]) [at, from] = [at + 1, from + 1];
    else if (star !== -1) [from, mark, at] = [star + 1, mark + 1, mark + 1];
    else return false;
  }
  return /^\**$/.test(pattern.slice(from));
}

/** Names in a folder; undefined when the folder is not known. */
export function listed(machine: Machine, folder: string): string[] | undefined {
  return machine.sources.list(posix.normalize(folder).replace(/(?<=.)\/$/, ''));
}

/** Whether a path exists: known for the package's files and folders, and for Python files that are missing. */
export function exists(machine: Machine, path: string, kind?: 'file' | 'folder'): boolean | undefined {
  const plain = posix.normalize(path).replace(/(?<=.)\/$/, '');
  const [isFile, isFolder] = [machine.sources.isFile(plain), machine.sources.isFolder(plain)];
  if (kind === 'file' ? isFile : kind === 'folder' ? isFolder : isFile || isFolder) return true;
  if (isFile || isFolder) return false;
  return machine.sources.isInside(plain) && plain.endsWith('.py') ? false : undefined;
}

/** `os.walk` over the sources; folders that the loop removes from a row are not visited. */
export function walked(machine: Machine, folder: string): PySequence | undefined {
  if (listed(machine, folder) === undefined) return undefined;
  const walk = new PySequence('list', [...walkRows(machine, folder)]);
  walk.rows = () => walkRows(machine, folder);
  return walk;
}

function* walkRows(machine: Machine, folder: string): Iterable<Value> {
  const names = listed(machine, folder) ?? [];
  const isFolder = (name: string) => machine.sources.isFolder(`${folder}/${name}`);
  const folders = new PySequence('list', names.filter(isFolder));
  const files = new PySequence(
    'list',
    names.filter((name) => !isFolder(name)),
  );
  yield new PySequence('tuple', [folder, folders, files]);
  for (const name of folders.items) {
    if (typeof name === 'string' && isFolder(name)) yield* walkRows(machine, `${folder}/${name}`);
  }
}

/** Paths as `Path` objects. */
export function pathList(paths: readonly string[]): Value {
  return new PySequence(
    'list',
    paths.map((path) => new PyPath(path)),
  );
}
