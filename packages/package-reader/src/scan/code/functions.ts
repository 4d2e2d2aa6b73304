import { type PythonFile, PythonFunction, Scope } from './python-file.js';
import { partOf, type Syntax } from './syntax.js';
import { marksOf, UNKNOWN, type Value } from './value.js';

export type Arguments = {
  readonly given: Value[];
  readonly named: Map<string, Value>;
  /** Arguments with `*` of which the members are not known. */
  readonly spread: Value[];
};

/** The function that is written at a place; the same in each round. */
export function functionOf(file: PythonFile, node: Syntax, scope: Scope): PythonFunction {
  const known = file.functions.get(node);
  if (known) return known;
  const parts = partOf(node, 'parameters')?.parts ?? [];
  const parameters = parts.map((part) => file.text(partOf(part, 'name') ?? part.parts[0] ?? part));
  const made = new PythonFunction(file, node, scope, parameters);
  // Inside, they stand for nothing else of that name.
  for (const name of parameters) made.scope.names.widen(name, UNKNOWN);
  const others = parts.findIndex(({ type }) => type === 'dictionary_splat_pattern');
  if (others !== -1) made.others = parameters[others] ?? '';
  file.functions.set(node, made);
  return made;
}

/** Lets the parameters of a function hold what a call gives. */
export function bindArguments(callee: PythonFunction, { given, named, spread }: Arguments): void {
  const { givenParameters, scope } = callee;
  givenParameters.forEach((name, at) => {
    const value = named.get(name) ?? given[at];
    if (value) scope.widen(name, value);
  });
  if (callee.others !== undefined) {
    const names = new Map([...named].filter(([name]) => !givenParameters.includes(name)));
    if (names.size > 0) scope.widen(callee.others, { marks: marksOf(names.values()), names });
  }
  const rest = marksOf([...given.slice(givenParameters.length), ...spread]);
  if (rest === 0) return;
  for (const name of givenParameters) scope.widen(name, { marks: rest });
}

/** Lets the fields of a class, as of a `dataclass`, hold what its call gives. */
export function bindFields(
  methods: ReadonlyMap<string, PythonFunction>,
  names: ReadonlyMap<string, Value> | undefined,
  { given, named }: Arguments,
): void {
  const [first] = methods.values();
  if (!first || !names) return;
  let at = 0;
  for (const [name, { callee }] of names) {
    if (callee) continue;
    const value = named.get(name) ?? given[at];
    at += 1;
    if (value) first.file.attributes.widen(name, value);
  }
}

/** The scope of a class or comprehension; the same in each round. */
export function scopeOf(file: PythonFile, node: Syntax, parent: Scope): Scope {
  const known = file.scopes.get(node) ?? new Scope(file, parent, parent.owner);
  file.scopes.set(node, known);
  known.restart();
  return known;
}
