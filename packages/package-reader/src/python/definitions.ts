import type { Node } from 'web-tree-sitter';

import { defineClass } from './classes.js';
import { makeFunction, parameterDefaults } from './functions.js';
import { field, parts, type Completion, type Frame, type Machine } from './machine.js';
import { positional } from './arguments.js';
import { External, Native, PyClass, PyFunction, Unknown, type Value } from './values.js';

/** `def` and `class`, with or without decorators. */
export function define(node: Node, frame: Frame, machine: Machine): Completion {
  const decorators = parts(node).filter(({ type }) => type === 'decorator');
  const definition = node.type === 'decorated_definition' ? field(node, 'definition') : node;
  const name = field(definition, 'name').text;
  const callables = decorators.flatMap((decorator) =>
    parts(decorator).map((expression) => machine.evaluate(expression, frame)),
  );
  const made =
    definition.type === 'class_definition'
      ? defineClass(definition, frame, machine)
      : makeFunction(name, definition, frame, parameterDefaults(definition, frame, machine));
  frame.scope.bind(name, made);
  frame.scope.bind(
    name,
    callables.toReversed().reduce<Value>((value, decorator) => decorate(value, decorator, machine), made),
  );
  return undefined;
}

const ROLES: ReadonlyMap<string, PyFunction['role']> = new Map([
  ['classmethod', 'classmethod'],
  ['staticmethod', 'staticmethod'],
  ['property', 'property'],
  ['cached_property', 'property'],
]);

function decorate(value: Value, decorator: Value, machine: Machine): Value {
  const name =
    decorator instanceof Native
      ? decorator.name
      : decorator instanceof External
        ? (decorator.path.split('.').at(-1) ?? '')
        : '';
  const role = ROLES.get(name);
  if (role !== undefined && value instanceof PyFunction) {
    value.role = role;
    return value;
  }
  if (value instanceof PyClass && name.startsWith('dataclass'))
    value.attributes.set('__dataclass_fields__', true);
  if (decorator instanceof Unknown) return value;
  const result = machine.call(decorator, positional(value));
  // A decorator that cannot be followed is assumed to return what it decorates, as nearly all do.
  if (result === null || result instanceof Unknown || result instanceof External) return value;
  return value instanceof PyClass && !(result instanceof PyClass) ? value : result;
}
