import { posix } from 'node:path';

import { exists, globbed, listed, walked } from './file-system.js';
import { type LibraryRule, textArgument } from './library-rule.js';
import type { Machine } from './machine.js';
import { argument } from './arguments.js';
import { PySequence, type Arguments, type Value } from './values.js';
import { plainText } from './text.js';

function onPath(transform: (path: string) => Value): LibraryRule {
  return (call, machine) => {
    const text = textArgument(machine, argument(call, 0));
    return text === undefined ? undefined : transform(text);
  };
}

function strings(items: readonly string[] | undefined): Value | undefined {
  return items === undefined ? undefined : new PySequence('list', [...items]);
}

function onDisk(kind?: 'file' | 'folder'): LibraryRule {
  return (call, machine) => {
    const text = textArgument(machine, argument(call, 0));
    return text === undefined ? undefined : exists(machine, text, kind);
  };
}

/** `os`, `os.path`, `glob` and `fnmatch` over the package's sources. */
export const OS_RULES: Record<string, LibraryRule> = {
  'os.path.join': (call) => {
    const pieces = call.positional.map((piece) => plainText(piece));
    return pieces.includes(undefined)
      ? undefined
      : pieces.reduce<string>(
          (left, right) => (right?.startsWith('/') === true ? right : posix.join(left, right ?? '')),
          '',
        );
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
  'os.path.relpath': (call, machine) => {
    const [to, from] = [
      textArgument(machine, argument(call, 0)),
      textArgument(machine, argument(call, 1, 'start')),
    ];
    return to === undefined || from === undefined ? undefined : posix.relative(from, to);
  },
  'os.path.exists': onDisk(),
  'os.path.isfile': onDisk('file'),
  'os.path.isdir': onDisk('folder'),
  'os.listdir': (call, machine) => strings(listed(machine, textArgument(machine, argument(call, 0)) ?? '')),
  'os.walk': (call, machine) => walked(machine, textArgument(machine, argument(call, 0)) ?? ''),
  'glob.glob': (call, machine) => globPattern(call, machine),
  'glob.iglob': (call, machine) => globPattern(call, machine),
};

function globPattern(call: Arguments, machine: Machine): Value | undefined {
  const pattern = textArgument(machine, argument(call, 0));
  if (pattern === undefined) return undefined;
  const wild = pattern.search(/[*?[]/);
  const folder = wild === -1 ? posix.dirname(pattern) : pattern.slice(0, pattern.lastIndexOf('/', wild));
  return strings(globbed(machine, folder, pattern.slice(folder.length + 1), false));
}
