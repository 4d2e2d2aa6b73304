import { posix } from 'node:path';

import { openedFile } from './data-files.js';
import { exists, globbed, listed, pathList } from './file-system.js';
import type { Machine } from './machine.js';
import { native } from './library-rule.js';
import { PyPath, PySequence, type Arguments, type Value } from './values.js';
import { plainText, plainTexts } from './text.js';

type Member = (path: string, machine: Machine) => Value | undefined;
type Method = (path: string, call: Arguments, machine: Machine) => Value | undefined;

const PROPERTIES: Record<string, Member> = {
  name: (path) => posix.basename(path),
  stem: (path) => posix.parse(path).name,
  suffix: (path) => posix.extname(path),
  parent: (path) => new PyPath(posix.dirname(path)),
  parts: (path) =>
    new PySequence('tuple', [
      ...(path.startsWith('/') ? ['/'] : []),
      ...path.split('/').filter((part) => part !== ''),
    ]),
  parents: (path) => {
    const all: Value[] = [];
    for (let up = posix.dirname(path); up !== '/' && up !== '.'; up = posix.dirname(up))
      all.push(new PyPath(up));
    return new PySequence('list', [...all, new PyPath('/')]);
  },
};

const METHODS: Record<string, Method> = {
  resolve: (path) => new PyPath(posix.normalize(path)),
  absolute: (path) => new PyPath(path),
  as_posix: (path) => path,
  joinpath: (path, call) => {
    const pieces = plainTexts(call.positional);
    return pieces && new PyPath(posix.join(path, ...pieces));
  },
  with_suffix: (path, call) =>
    new PyPath(
      path.slice(0, path.length - posix.extname(path).length) + (plainText(call.positional[0] ?? '') ?? ''),
    ),
  relative_to: (path, call) => {
    const base = plainText(call.positional[0] ?? null);
    return base === undefined ? undefined : new PyPath(posix.relative(base, path));
  },
  exists: (path, _call, machine) => exists(machine, path),
  is_file: (path, _call, machine) => exists(machine, path, 'file'),
  is_dir: (path, _call, machine) => exists(machine, path, 'folder'),
  open: (path, call, machine) => openedFile({ ...call, positional: [path, ...call.positional] }, machine),
  read_text: (path, _call, machine) => machine.sources.text(path),
  glob: (path, call, machine) => found(globbed(machine, path, plainText(call.positional[0]) ?? '', false)),
  rglob: (path, call, machine) => found(globbed(machine, path, plainText(call.positional[0]) ?? '', true)),
  iterdir: (path, _call, machine) => found(listed(machine, path)?.map((name) => `${path}/${name}`)),
};

function found(paths: readonly string[] | undefined): Value | undefined {
  return paths === undefined ? undefined : pathList(paths);
}

/** An attribute or method of `pathlib.Path`. */
export function pathAttribute(path: PyPath, name: string, machine: Machine): Value | undefined {
  const property = PROPERTIES[name];
  if (property !== undefined) return property(path.path, machine);
  const method = METHODS[name];
  if (method === undefined) return undefined;
  const result = `Path.${name}() outside of the package's sources`;
  return native(name, machine, (call) => method(path.path, call, machine), result);
}
