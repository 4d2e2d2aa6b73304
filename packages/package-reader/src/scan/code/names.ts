import { BUILTIN_NAMES, canonical, RUNS_CODE, SENDS, STARTS_PROGRAM } from './known-names.js';
import type { PythonFile, Scope } from './python-file.js';
import { has, HIDDEN, HOLE, isWhole, marked, MARK, textValue, UNKNOWN, type Value } from './value.js';

const HOST_FOLDER = '/host/custom_nodes';

/** What a name holds in a scope. */
export function namedValue(written: string, scope: Scope, packageName: string): Value {
  // As Python does with letters of other shapes.
  const name = /^[\x00-\x7f]*$/.test(written) ? written : written.normalize('NFKC');
  const known = scope.find(name);
  if (known) return known;
  if (name === '__file__') return textValue(`${HOST_FOLDER}/${packageName}/${scope.file.file.path}`);
  if (name === '__builtins__') return { marks: 0, path: 'builtins' };
  if (BUILTIN_NAMES.has(name)) return { marks: 0, path: `builtins.${name}` };
  for (const module of scope.file.starModules) {
    const path = canonical(`${module}.${name}`);
    if (
      STARTS_PROGRAM.test(path) ||
      SENDS.test(path) ||
      RUNS_CODE.test(path) ||
      /^(?:os\.environ|base64\.|zlib\.)/.test(path)
    )
      return external(path);
  }
  return UNKNOWN;
}

/** `object.name` */
export function memberOf(file: PythonFile, object: Value, name: string): Value {
  const own = object.names?.get(name) ?? methodValue(object, name);
  if (own) return own;
  if (object.path !== undefined && object.path !== '#') {
    if (object.path === 'pathlib.Path()' && name === 'parent') {
      const text = (object.text ?? HOLE).replace(/[\\/][^\\/]*$/, '');
      return { marks: 0, text, path: object.path };
    }
    return marked(external(canonical(`${object.path}.${name}`)), object.marks & ~HIDDEN);
  }
  const known = file.attributes.get(name);
  return known ? marked(known, object.marks & ~HIDDEN) : { marks: object.marks };
}

/** `getattr(object, name)` */
export function memberByText(file: PythonFile, object: Value, name: Value): Value {
  const marks = name.marks & HIDDEN;
  if (isWhole(name)) return marked(memberOf(file, object, name.text), marks);
  if (marks !== 0 && object.path !== undefined && /^(?:builtins|os|subprocess|sys)$/.test(object.path))
    return { path: 'builtins.?', marks };
  return { marks: 0 };
}

/** Something of another package or of Python itself. */
export function external(path: string): Value {
  return { marks: path === 'os.environ' || path === 'os.environb' ? MARK.environment : 0, path };
}

function methodValue({ methods }: Value, name: string): Value | undefined {
  const callee = methods?.get(name);
  return callee && { marks: 0, callee };
}

/** What `__import__` gives for a name. */
export function importedByText(name: Value): Value {
  if (!isWhole(name)) return has(name, MARK.decoded) ? { path: 'builtins.?', marks: HIDDEN } : UNKNOWN;
  return marked(external(canonical(name.text)), name.marks & HIDDEN);
}
