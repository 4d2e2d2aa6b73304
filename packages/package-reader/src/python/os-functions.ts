import { posix } from 'node:path';

import { exists, globbed, listed, walked } from './file-system.js';
import type { LibraryRule } from './library-rule.js';
import type { Machine } from './machine.js';
import { argument } from './arguments.js';
import { PySequence, type Arguments, type Value } from './values.js';
import { plainText, plainTexts } from './text.js';

function onPath(
  transform: (path: string, machine: Machine, call: Arguments) => Value | undefined,
): LibraryRule {
  return (call, machine) => {
    const path = plainText(call.positional[0]);
    return path === undefined ? undefined : transform(path, machine, call);
  };
}

function strings(items: readonly string[] | undefined): Value | undefined {
  return items === undefined ? undefined : new PySequence('list', [...items]);
}

/** `os`, `os.path` and `glob` over the package's sources. */
export const OS_RULES: Record<string, LibraryRule> = {
  'os.path.join': (call) => {
    const join = (left: string, right: string) => (right.startsWith('/') ? right : posix.join(left, right));
    return plainTexts(call.positional)?.reduce(join, '');
  },
  'os.path.dirname': onPath((text) => posix.dirname(text)),
  'os.path.basename': onPath((text) => (text.endsWith('/') ? '' : posix.basename(text))),
  'os.path.abspath': onPath((text) => posix.normalize(text)),
  'os.path.realpath': onPath((text) => posix.normalize(text)),
  'os.path.normpath': onPath((text) => posix.normalize(text)),
  'os.path.splitext': onPath(
    (text) =>
      new PySequence('tuple', [text.slice(0, text.length - posix.extname(text).length), posix.extname(text)]),
  ),
  'os.path.split': onPath((text) => new PySequence('tuple', [posix.dirname(text), posix.basename(text)])),
  'os.path.relpath': onPath((to, _machine, call) => {
    const from = plainText(argument(call, 1, 'start'));
    return from === undefined ? undefined : posix.relative(from, to);
  }),
  'os.path.exists': onPath((path, machine) => exists(machine, path)),
  'os.path.isfile': onPath((path, machine) => exists(machine, path, 'file')),
  'os.path.isdir': onPath((path, machine) => exists(machine, path, 'folder')),
  'os.listdir': onPath((path, machine) => strings(listed(machine, path))),
  'os.walk': onPath((path, machine) => walked(machine, path)),
  'glob.glob': onPath(globPattern),
  'glob.iglob': onPath(globPattern),
};

function globPattern(pattern: string, machine: Machine): Value | undefined {
  const wild = pattern.search(/[*?[]/);
  const folder = wild === -1 ? posix.dirname(pattern) : pattern.slice(0, pattern.lastIndexOf('/', wild));
  return strings(globbed(machine, folder, pattern.slice(folder.length + 1), false));
}
