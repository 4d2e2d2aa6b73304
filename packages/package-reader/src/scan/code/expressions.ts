import { Caller } from './caller.js';
import type { Arguments } from './functions.js';
import { scopeOf } from './functions.js';
import { canonical } from './known-names.js';
import { external, memberOf, namedValue, objectOf } from './names.js';
import type { PythonFile, Scope } from './python-file.js';
import { type Reading, ReadingStopped } from './reading.js';
import { partOf, type Syntax } from './syntax.js';
import { calculated, membersOf, numberValue, parsedNumber } from './numbers.js';
import { MEMBERS_MAX, operated, sliced } from './operators.js';
import { composed, concatenated, reversed, unescaped } from './texts.js';
import {
  asText,
  has,
  HIDDEN,
  HOLE,
  isWhole,
  join,
  MARK,
  marksOf,
  textValue,
  UNKNOWN,
  type Value,
} from './value.js';

const WRITTEN_NUMBERS = /^[\s\d+*()^-]{1,40}$/;
const DEPTH_MAX = 600;
/** How often the bodies of loops over constants are read for each of them, in one reading of a file. */
const TURNS_MAX = 4_000;
const TURNS_OF_LOOP_MAX = 1_000;

/** Where names of modules and functions are keys. */
const TABLE_OF_NAMES = /^(?:builtins|sys\.modules|(?:os|sys|subprocess|socket|ctypes)\.__dict__)$/;
const TRUE: Value = { marks: 0, path: 'builtins.True' };
const ALPHABET = /^\S{16,100}$/;
const METHODS_OF_SIGNS: Readonly<Record<string, string>> = {
  '+': '__add__',
  '-': '__sub__',
  '*': '__mul__',
  '/': '__truediv__',
  '//': '__floordiv__',
  '%': '__mod__',
  '@': '__matmul__',
  '|': '__or__',
  '&': '__and__',
  '^': '__xor__',
  '<<': '__lshift__',
  '>>': '__rshift__',
};

export type Evaluate = (node: Syntax, scope: Scope) => Value;

/** Tells what expressions give. */
export abstract class Expressions {
  protected readonly caller: Caller;
  private depth = 0;
  private turns = 0;

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
    true: () => TRUE,
    integer: (node) => parsedNumber(this.file.text(node)),
    unary_operator: (node, scope) => {
      const value = this.parts(node, scope);
      const argument = this.field(node, 'argument', scope);
      return calculated('-', numberValue(0), argument) ?? value;
    },
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
        const { text, marks, number } = asText(this.only(part, scope));
        return { marks, text: text ?? (number === undefined ? HOLE : String(number)) };
      }
      const source = this.file.text(part);
      return prefix.includes('r') ? composed(source) : unescaped(source);
    });
    const [first = textValue(''), ...more] = values;
    const text = more.length === 0 ? first : concatenated(values);
    return prefix.includes('b') ? { ...text, isBytes: true } : text;
  }

  private members(node: Syntax, scope: Scope): Value {
    const items = node.parts.flatMap((part) => {
      if (part.type !== 'list_splat') return [this.value(part, scope)];
      const value = this.only(part, scope);
      return value.items ?? [{ marks: value.marks }];
    });
    return { marks: marksOf(items), items: items.slice(0, MEMBERS_MAX) };
  }

  private dictionary(node: Syntax, scope: Scope): Value {
    const names = new Map<string, Value>();
    let marks = 0;
    for (const part of node.parts) {
      const key = this.field(part, 'key', scope);
      const value = partOf(part, 'value') ? this.field(part, 'value', scope) : this.parts(part, scope);
      const name = keyOf(key);
      if (name !== undefined && names.size < MEMBERS_MAX) names.set(name, value);
      if (part.type === 'dictionary_splat') {
        const spread = this.only(part, scope);
        if (spread.path === 'os.environ') marks |= MARK.environment;
        for (const [each, held] of spread.names ?? []) names.set(each, held);
      }
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
    const found = this.memberAt(object, key, scope);
    if (found) {
      // As `vars(os)["sys" + "tem"]`.
      if (has(key, HIDDEN) && found.path !== undefined)
        this.caller.observeHidden(node, found.path, key, scope);
      return found;
    }
    if (TABLE_OF_NAMES.test(object.path ?? '') && has(key, HIDDEN)) return { path: 'builtins.?', marks: 0 };
    const own = this.ownMethod(object, '__getitem__', [key], node, scope);
    if (own) return own;
    if (isAlphabet(object) && key.number === undefined && !source.includes(':'))
      return { marks: object.marks | MARK.pieced };
    return (
      sliced(object, source) ??
      this.indexed(object, key) ?? {
        marks: object.marks,
        ...(object.path && object.path !== '#' ? { path: `${object.path}[]` } : {}),
      }
    );
  }

  private memberAt(object: Value, key: Value, scope: Scope): Value | undefined {
    const { path, names } = object;
    const name = keyOf(key);
    if (names && !object.methods) {
      if (name !== undefined) return names.get(name) ?? UNKNOWN;
      return { ...[...names.values()].reduce(join, UNKNOWN), marks: object.marks };
    }
    if (name === undefined) return undefined;
    if (path === 'sys.modules') return external(canonical(name));
    if (path === 'builtins.globals()') return namedValue(name, scope, this.reading.packageName);
    if (path === 'builtins') return { ...external(canonical(`builtins.${name}`)), marks: key.marks & HIDDEN };
    if (path?.endsWith('.__dict__')) return external(canonical(path.replace(/__dict__$/, name)));
    return undefined;
  }

  /** The member of a list or text at a known place. */
  private indexed({ items, text, marks, isBytes, path }: Value, { number }: Value): Value | undefined {
    if (number === undefined) return undefined;
    if (items) return items.at(number);
    const letter = path === undefined && text?.includes(HOLE) === false ? text.at(number) : undefined;
    if (letter === undefined) return undefined;
    return isBytes === true ? numberValue(letter.charCodeAt(0), marks) : textValue(letter, marks);
  }

  private binary(node: Syntax, scope: Scope): Value {
    // A long sum nests to the left; it is read without depth.
    const operands: { readonly sign: string; readonly right: Syntax }[] = [];
    let left: Syntax | undefined = node;
    while (left?.type === 'binary_operator') {
      const right = partOf(left, 'right');
      const operator = partOf(left, 'operator');
      if (right) operands.unshift({ sign: operator ? this.file.text(operator) : '', right });
      left = partOf(left, 'left');
    }
    let result = left ? this.value(left, scope) : UNKNOWN;
    for (let at = 0; at < operands.length;) {
      const sign = operands[at]?.sign ?? '';
      const run = [result];
      for (; at < operands.length && operands[at]?.sign === sign; at += 1) {
        const right = operands[at]?.right;
        if (right) run.push(this.value(right, scope));
      }
      result =
        this.ownMethod(result, METHODS_OF_SIGNS[sign] ?? '', run.slice(1), node, scope) ??
        operated(sign, run);
    }
    // As `2 ^ 32 - 1`, by which people mean a power.
    const isWritten = result.number !== undefined && WRITTEN_NUMBERS.test(this.file.text(node));
    return isWritten ? { ...result, marks: 0 } : result;
  }

  /** What an operator gives that a class of the package defines. */
  private ownMethod(object: Value, name: string, given: Value[], node: Syntax, scope: Scope) {
    const callee = object.methods?.get(name);
    const args = { given, named: new Map<string, Value>(), spread: [] };
    return callee && this.caller.apply(node, { marks: 0, callee }, args, scope);
  }

  private comprehension(node: Syntax, scope: Scope): Value {
    const inner = scopeOf(this.file, node, scope);
    const [body, clause, ...more] = node.parts;
    if (!body || !clause) return UNKNOWN;
    this.value(clause, inner);
    for (const part of more) this.value(part, inner);
    const member = this.value(body, inner);
    const isTelling =
      has(member, HIDDEN) || member.number !== undefined || /\bgetattr\(/.test(this.file.text(body));
    const all =
      isTelling && more.length === 0 && clause.type === 'for_in_clause'
        ? this.eachTurn(clause, inner, () => this.value(body, inner))
        : undefined;
    if (all) return { marks: marksOf(all), items: all };
    const isText = member.text !== undefined;
    const marks = isText ? member.marks & ~MARK.pieced : member.marks;
    // Of a path that ends in a known way, any is as this one.
    return member.text?.includes(HOLE) ? { marks, items: [member] } : { marks };
  }

  /** What is read in a loop for each of its constants; undefined when not all are known, or there are too many. */
  protected eachTurn(loop: Syntax, scope: Scope, read: () => Value): Value[] | undefined {
    const target = partOf(loop, 'left');
    const over = this.field(loop, 'right', scope);
    const members = membersOf(over);
    if (!target || !members?.length || members.length > TURNS_OF_LOOP_MAX) return undefined;
    this.turns += members.length;
    if (this.turns > TURNS_MAX) return undefined;
    return members.map((member) => {
      this.holdEach(target, member, scope);
      return read();
    });
  }

  private holdEach(target: Syntax, value: Value, scope: Scope): void {
    if (target.type === 'identifier') scope.hold(this.file.text(target), value, target);
    else
      target.parts.forEach((part, at) => {
        this.holdEach(part, value.items?.[at] ?? { marks: value.marks }, scope);
      });
  }

  private call(node: Syntax, scope: Scope): Value {
    const target = partOf(node, 'function');
    const list = partOf(node, 'arguments');
    if (!target || !list) return UNKNOWN;
    if (scope.owner?.base && target.type === 'identifier' && this.file.text(target) === 'super')
      return objectOf(scope.owner.base);
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
        if (part.type === 'dictionary_splat' && value.names && !value.methods)
          for (const [name, held] of value.names) result.named.set(name, held);
        if (value.items && result.given.length < MEMBERS_MAX) result.given.push(...value.items);
        else result.spread.push(value);
      } else result.given.push(this.value(part, scope));
    }
    return result;
  }
}

/** A text of which a letter is taken by its number. */
function isAlphabet(value: Value): boolean {
  return isWhole(value) && value.path === undefined && ALPHABET.test(value.text);
}

/** The name by which a dict keeps what has this key. */
function keyOf(key: Value): string | undefined {
  if (key.number !== undefined) return `#${key.number}`;
  return isWhole(key) ? key.text : undefined;
}
