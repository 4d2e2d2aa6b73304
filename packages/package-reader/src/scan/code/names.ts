import { BUILTIN_NAMES, canonical, KIND, kindsOf, TELLING_MODULE } from './known-names.js';
import { externalPlace, HOST_FOLDER } from './paths.js';
import type { PythonFile, Scope } from './python-file.js';
import { has, HIDDEN, HOLE, isWhole, join, marked, MARK, textValue, UNKNOWN, type Value } from './value.js';

const TELLING_KINDS = KIND.startsProgram | KIND.sends | KIND.runsCode;

/** What a name holds in a scope. */
export function namedValue(written: string, scope: Scope, packageName: string): Value {
  // As Python does with letters of other shapes.
  const name = /^[\x00-\x7f]*$/.test(written) ? written : written.normalize('NFKC');
  const known = scope.find(name);
  if (known) return known;
  if (name === '__file__')
    return textValue(`${HOST_FOLDER}/custom_nodes/${packageName}/${scope.file.file.path}`);
  if (name === '__builtins__') return { marks: 0, path: 'builtins' };
  if (BUILTIN_NAMES.has(name)) return { marks: 0, path: `builtins.${name}` };
  for (const module of scope.file.starModules) {
    const path = canonical(`${module}.${name}`);
    if (kindsOf(path) & TELLING_KINDS || /^(?:os\.environ|base64\.|zlib\.)/.test(path)) return external(path);
  }
  return UNKNOWN;
}

/** `object.name` */
export function memberOf(file: PythonFile, object: Value, name: string): Value {
  const own = object.names?.get(name) ?? methodValue(object, name);
  // An object may hold something else than its class.
  if (own) return object.methods && !own.callee ? join(own, file.attributes.get(name) ?? own) : own;
  const made = object.methods?.get('__getattr__')?.result ?? object.callee?.result;
  // Of a function it is the member of what it gives, as for a property.
  if (made?.path?.startsWith('builtins.?')) return made;
  if (name === 'rfile') return { marks: MARK.request };
  const held = object.methods && attributeOf(file, object, name);
  if (held) return marked(held, object.marks & ~HIDDEN);
  if (object.path !== undefined && object.path !== '#') {
    if (object.path === 'pathlib.Path()' && name === 'parent') return folderOf(object);
    if (object.path === 'os.DirEntry()' && name === 'path') return { ...object, path: 'pathlib.Path()' };
    if (object.path === 'pathlib.Path()' && name === 'parents') {
      const items = [folderOf(object)];
      for (let up = 1; up < PARENTS_MAX; up += 1) items.push(folderOf(items[up - 1] ?? UNKNOWN));
      return { marks: 0, items };
    }
    return marked(external(canonical(`${object.path}.${name}`)), object.marks & ~HIDDEN);
  }
  const known = file.attributes.get(name);
  return known ? marked(known, object.marks & ~HIDDEN) : { marks: object.marks };
}

/** What an attribute holds, in the file of its class or in this one. */
function attributeOf(file: PythonFile, { methods }: Value, name: string): Value | undefined {
  for (const { file: other } of methods?.values() ?? []) {
    const held = other === file ? undefined : other.attributes.get(name);
    if (held) return held;
  }
  return file.attributes.get(name);
}

/** What a class gives that is called. */
export function objectOf(value: Value, marks = 0): Value {
  const { methods, names, path } = value;
  return {
    marks,
    ...(methods ? { methods } : {}),
    ...(names ? { names } : {}),
    ...(path === undefined || path.endsWith('()') ? {} : { path: `${path}()` }),
  };
}

/** `getattr(object, name)` */
export function memberByText(file: PythonFile, object: Value, name: Value): Value {
  const marks = name.marks & HIDDEN;
  if (isWhole(name)) return marked(memberOf(file, object, name.text), marks);
  if (object.path?.startsWith('builtins.?')) return { path: object.path, marks };
  if (object.path?.startsWith('received.?')) return object;
  if (has(name, MARK.downloaded | MARK.request) && TELLING_MODULE.test(object.path ?? ''))
    return received(name);
  if (marks !== 0 && object.path !== undefined && TELLING_MODULE.test(object.path))
    return { path: 'builtins.?', marks };
  return { marks: 0 };
}

const PARENTS_MAX = 6;

function folderOf({ text = HOLE }: Value): Value {
  return { marks: 0, text: text.replace(/[\\/][^\\/]*$/, ''), path: 'pathlib.Path()' };
}

/** Something of another package or of Python itself. */
export function external(path: string): Value {
  const known = externals.get(path);
  if (known) return known;
  const made = madeExternal(path);
  if (externals.size < EXTERNALS_MAX) externals.set(path, made);
  return made;
}

const externals = new Map<string, Value>();
const EXTERNALS_MAX = 20_000;

function madeExternal(path: string): Value {
  const place = externalPlace(path);
  if (place) return place;
  if (path === 'os.environ' || path === 'os.environb') return { marks: MARK.environment, path };
  return { marks: path.startsWith('flask.request') ? MARK.request : 0, path };
}

function methodValue({ methods }: Value, name: string): Value | undefined {
  const callee = methods?.get(name);
  return callee && { marks: 0, callee };
}

/** What `__import__` gives for a name. */
export function importedByText(name: Value): Value {
  if (!isWhole(name) && has(name, MARK.downloaded | MARK.request)) return received(name);
  if (!isWhole(name)) return isComputed(name) ? { path: 'builtins.?', marks: HIDDEN } : UNKNOWN;
  return marked(external(canonical(name.text)), name.marks & HIDDEN);
}

/** Whether a name is made out of numbers or letters, and not only one that ends in another way. */
function isComputed(name: Value): boolean {
  return has(name, MARK.decoded) || (has(name, MARK.pieced) && name.text === undefined);
}

/** What `pydoc.locate` gives for a dotted name. */
export function locatedByText(name: Value): Value {
  return isWhole(name)
    ? marked(external(canonical(located(name.text))), name.marks & HIDDEN)
    : importedByText(name);
}

/** `os:system` and `eval`, as their dotted names. */
function located(name: string): string {
  return BUILTIN_NAMES.has(name) ? `builtins.${name}` : name.replace(':', '.');
}

/** Something by a name that another computer sends. */
export function received({ marks }: Value): Value {
  return { path: marks & MARK.request ? 'received.?request' : 'received.?', marks: 0 };
}
