import { Caller } from './caller.js';
import type { Arguments } from './functions.js';
import { scopeOf } from './functions.js';
import { canonical } from './known-names.js';
import { external, memberOf, namedValue } from './names.js';
import type { PythonFile, Scope } from './python-file.js';
import { type Reading, ReadingStopped } from './reading.js';
import { partOf, type Syntax } from './syntax.js';
import { composed, concatenated, formatted, reversed, unescaped } from './texts.js';
import { has, HIDDEN, HOLE, isWhole, join, MARK, marksOf, textValue, UNKNOWN, type Value } from './value.js';

const DEPTH_MAX = 600;
const MEMBERS_MAX = 500;
const NUMBER: Value = { marks: 0, path: '#' };

export type Evaluate = (node: Syntax, scope: Scope) => Value;

/** Tells what expressions give. */
export abstract class Expressions {
  protected readonly caller: Caller;
  private depth = 0;

  constructor(
    protected readonly file: PythonFile,
    protected readonly reading: Reading,
  ) {
    this.caller = new Caller(file, reading);
  }

  /** What is done for statements, by their type. */
  protected abstract readonly statements: Readonly<Record<string, Evaluate | undefined>>;

  protected readonly value: Evaluate = (node, scope) => {
    this.reading.steps -= 1;
    if (this.reading.steps < 0 || (this.reading.steps % 1_024 === 0 && Date.now() > this.reading.deadline))
      throw new ReadingStopped();
    if (this.depth > DEPTH_MAX) throw new ReadingStopped();
    this.depth += 1;
    const value = (this.statements[node.type] ?? this.expressions[node.type] ?? this.parts)(node, scope);
    this.depth -= 1;
    return value;
  };

  /** Everything that has no rule here: its marks are those of its parts. */
  protected readonly parts: Evaluate = (node, scope) => {
    let marks = 0;
    for (const part of node.parts) marks |= this.value(part, scope).marks;
    return marks === 0 ? UNKNOWN : { marks };
  };

  protected readonly statement: Evaluate = (node, scope) => {
    this.parts(node, scope);
    return UNKNOWN;
  };

  protected readonly only: Evaluate = (node, scope) => {
    const [part] = node.parts;
    return part ? this.value(part, scope) : UNKNOWN;
  };

  private readonly expressions: Readonly<Record<string, Evaluate | undefined>> = {
    identifier: (node, scope) => namedValue(this.file.text(node), scope, this.reading.packageName),
    attribute: (node, scope) => this.attribute(node, scope),
    call: (node, scope) => this.call(node, scope),
    string: (node, scope) => this.string(node, scope),
    concatenated_string: (node, scope) => {
      const all = concatenated(node.parts.map((part) => this.value(part, scope)));
      return { ...all, marks: all.marks & ~MARK.pieced };
    },
    integer: () => NUMBER,
    parenthesized_expression: this.only,
    expression_statement: this.statement,
    await: this.only,
    type: () => UNKNOWN,
    comparison_operator: this.statement,
    not_operator: this.statement,
    list: (node, scope) => this.members(node, scope),
    tuple: (node, scope) => this.members(node, scope),
    expression_list: (node, scope) => this.members(node, scope),
    dictionary: (node, scope) => this.dictionary(node, scope),
    subscript: (node, scope) => this.subscript(node, scope),
    binary_operator: (node, scope) => this.binary(node, scope),
    conditional_expression: (node, scope) =>
      node.parts.map((part) => this.value(part, scope)).reduce((a, b) => join(a, b), UNKNOWN),
    boolean_operator: (node, scope) =>
      node.parts.map((part) => this.value(part, scope)).reduce((a, b) => join(a, b), UNKNOWN),
    list_comprehension: (node, scope) => this.comprehension(node, scope),
    generator_expression: (node, scope) => this.comprehension(node, scope),
    set_comprehension: (node, scope) => this.comprehension(node, scope),
    dictionary_comprehension: (node, scope) => this.comprehension(node, scope),
  };

  protected field(node: Syntax, name: string, scope: Scope): Value {
    const part = partOf(node, name);
    return part ? this.value(part, scope) : UNKNOWN;
  }

  private attribute(node: Syntax, scope: Scope): Value {
    const object = this.field(node, 'object', scope);
    const field = partOf(node, 'attribute');
    return field ? memberOf(this.file, object, this.file.text(field).normalize('NFKC')) : UNKNOWN;
  }

  private string(node: Syntax, scope: Scope): Value {
    const [start, ...rest] = node.parts;
    const prefix = start ? this.file.text(start).toLowerCase() : '';
    const values = rest.slice(0, -1).map((part) => {
      if (part.type === 'interpolation') {
        const { text, marks } = this.value(part, scope);
        return text === undefined ? { marks, text: HOLE } : { marks, text };
      }
      const source = this.file.text(part);
      return prefix.includes('r') ? composed(source) : unescaped(source);
    });
    if (values.length === 0) return textValue('');
    if (values.length === 1 && values[0]) return values[0];
    return concatenated(values);
  }

  private members(node: Syntax, scope: Scope): Value {
    const items = node.parts.map((part) => this.value(part, scope));
    return { marks: marksOf(items), items: items.slice(0, MEMBERS_MAX) };
  }

  private dictionary(node: Syntax, scope: Scope): Value {
    const names = new Map<string, Value>();
    let marks = 0;
    for (const part of node.parts) {
      const key = this.field(part, 'key', scope);
      const value = partOf(part, 'value') ? this.field(part, 'value', scope) : this.parts(part, scope);
      if (isWhole(key) && names.size < MEMBERS_MAX) names.set(key.text, value);
      marks |= value.marks | key.marks;
    }
    return { marks, names };
  }

  private subscript(node: Syntax, scope: Scope): Value {
    const object = this.field(node, 'value', scope);
    const place = partOf(node, 'subscript');
    if (!place) return { marks: object.marks };
    const key = this.value(place, scope);
    const source = this.file.text(place).replaceAll(/\s/g, '');
    if (source === '::-1') return reversed(object);
    if (object.path === 'os.environ' || has(object, MARK.environment)) {
      return this.caller.apply(
        node,
        external('os.environ.get'),
        { given: [key], named: new Map(), spread: [] },
        scope,
      );
    }
    if (key.text !== undefined) {
      if (object.names) return object.names.get(key.text) ?? UNKNOWN;
      if (object.path === 'sys.modules') return external(canonical(key.text));
      if (object.path === 'builtins.globals()') return namedValue(key.text, scope, this.reading.packageName);
      if (object.path === 'builtins')
        return { ...external(canonical(`builtins.${key.text}`)), marks: key.marks & HIDDEN };
      if (object.path?.endsWith('.__dict__'))
        return external(canonical(object.path.replace(/__dict__$/, key.text)));
    }
    if (object.path === 'builtins' && has(key, HIDDEN)) return { path: 'builtins.?', marks: 0 };
    const index = /^-?\d{1,4}$/.test(source) ? object.items?.at(Number(source)) : undefined;
    return (
      index ?? {
        marks: object.marks,
        ...(object.path && object.path !== '#' ? { path: `${object.path}[]` } : {}),
      }
    );
  }

  private binary(node: Syntax, scope: Scope): Value {
    // A long sum nests to the left; it is read without depth.
    const operands: Syntax[] = [];
    let left: Syntax | undefined = node;
    while (left?.type === 'binary_operator') {
      const right = partOf(left, 'right');
      if (right) operands.unshift(right);
      left = partOf(left, 'left');
    }
    const operator = partOf(node, 'operator');
    const sign = operator ? this.file.text(operator) : '';
    const values = (left ? [left, ...operands] : operands).map((part) => this.value(part, scope));
    const [first = UNKNOWN, second = UNKNOWN] = values;
    if (sign === '+' && first.items)
      return {
        marks: marksOf(values),
        items: values.flatMap((each) => each.items ?? [{ marks: each.marks }]).slice(0, MEMBERS_MAX),
      };
    if (sign === '+') return concatenated(values);
    if (sign === '%' && first.text !== undefined && values.length === 2)
      return formatted(first, second.items ?? [second], /%[-\d.]{0,6}[srd]/g);
    if (sign === '/' && (first.text !== undefined || first.path === 'pathlib.Path()')) {
      const { marks, text = HOLE } = concatenated(values, '/');
      return { ...composed(text, marks & ~MARK.pieced), path: 'pathlib.Path()' };
    }
    if (sign === '*' && first.text !== undefined) return { marks: first.marks };
    return { marks: marksOf(values) | (sign === '^' ? MARK.decoded : 0) };
  }

  private comprehension(node: Syntax, scope: Scope): Value {
    const inner = scopeOf(this.file, node, scope);
    const [body, ...clauses] = node.parts;
    for (const clause of clauses) this.value(clause, inner);
    const member = body ? this.value(body, inner) : UNKNOWN;
    return member.text === undefined ? { marks: member.marks } : { marks: member.marks & ~MARK.pieced };
  }

  private call(node: Syntax, scope: Scope): Value {
    const target = partOf(node, 'function');
    const list = partOf(node, 'arguments');
    if (!target || !list) return UNKNOWN;
    const object = target.type === 'attribute' ? partOf(target, 'object') : undefined;
    const receiver = object ? this.value(object, scope) : undefined;
    const field = partOf(target, 'attribute');
    const method = receiver && field ? this.file.text(field).normalize('NFKC') : undefined;
    const callee =
      receiver && method !== undefined ? memberOf(this.file, receiver, method) : this.value(target, scope);
    const given = this.argumentsOf(list, scope);
    return this.caller.apply(node, callee, given, scope, receiver, method);
  }

  private argumentsOf(list: Syntax, scope: Scope): Arguments {
    const result: Arguments = { given: [], named: new Map(), spread: [] };
    const nodes = list.type === 'argument_list' ? list.parts : [list];
    for (const part of nodes) {
      if (part.type === 'keyword_argument') {
        const name = partOf(part, 'name');
        result.named.set(name ? this.file.text(name) : '', this.field(part, 'value', scope));
      } else if (part.type.endsWith('_splat')) {
        const value = this.only(part, scope);
        if (value.items && result.given.length < MEMBERS_MAX) result.given.push(...value.items);
        else result.spread.push(value);
      } else result.given.push(this.value(part, scope));
    }
    return result;
  }
}
