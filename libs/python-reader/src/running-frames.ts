import { namespaceOf } from './attributes.js';
import { type LibraryRule } from './library-rule.js';
import { type Machine } from './machine.js';
import { Native, PyClass, PyFunction, PyInstance, PyModule, PySequence, type Value } from './values.js';

/** Frames from the running code outwards, one per module whose code is running. */
function frames(machine: Machine): PyInstance[] {
  const all = machine.runningModules().map((module) => frameOf(module));
  all.forEach((frame, at) => frame.attributes.set('f_back', all[at + 1] ?? null));
  return all;
}

function frameOf(module: PyModule): PyInstance {
  const code = new PyInstance('code');
  code.attributes.set('co_filename', fileOf(module));
  const frame = new PyInstance('frame');
  frame.attributes
    .set('f_globals', namespaceOf(module))
    .set('f_locals', namespaceOf(module))
    .set('f_code', code)
    .set('module', module);
  return frame;
}

function fileOf(module: PyModule): string {
  return module.folder === undefined ? module.path : `${module.folder}/__init__.py`;
}

function frameRow(frame: PyInstance): Value {
  const row = new PyInstance('FrameInfo');
  const module = frame.attributes.get('module');
  const file = module instanceof PyModule ? fileOf(module) : null;
  row.payload = new PySequence('tuple', [frame, file]);
  row.attributes.set('frame', frame).set('filename', file);
  return row;
}

/** The module that a class, function, module or frame belongs to. */
function moduleOf(value: Value | undefined): PyModule | undefined {
  if (value instanceof PyModule) return value;
  if (value instanceof PyClass || value instanceof PyFunction) return value.module;
  const held = value instanceof PyInstance ? value.attributes.get('module') : undefined;
  return held instanceof PyModule ? held : undefined;
}

const fileRule: LibraryRule = ({ positional: [value] }) => {
  const module = moduleOf(value);
  return module === undefined ? undefined : fileOf(module);
};

/** `inspect` and `sys` where they look at the code that is running. */
export const FRAME_RULES: Record<string, LibraryRule> = {
  'inspect.stack': (_call, machine) => new PySequence('list', frames(machine).map(frameRow)),
  'inspect.currentframe': (_call, machine) => frames(machine)[0],
  'sys._getframe': ({ positional: [depth] }, machine) =>
    frames(machine)[typeof depth === 'number' ? depth : 0],
  'inspect.getmodule': ({ positional: [value] }) => moduleOf(value),
  'inspect.getfile': fileRule,
  'inspect.getsourcefile': fileRule,
  'inspect.getmodulename': ({ positional: [path] }) =>
    typeof path === 'string' ? path.replace(/^.*\//, '').replace(/\.py$/, '') : undefined,
  'atexit.register': ({ positional: [callee] }) => callee ?? new Native('register', () => null),
};
