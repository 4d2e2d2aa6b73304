import { partOf, type Syntax } from '../code/syntax.js';
import { escaped } from './escapes.js';
import { globalValue } from './known-calls.js';
import { MARK } from './marks.js';
import { ReadingStopped } from './reading.js';
import { ScriptCalls } from './script-calls.js';
import { findsWallets, itemsOfText, literalPattern } from './texts.js';
import type { Evaluate } from './script-names.js';
import {
  composed,
  dataMarks,
  eachOf,
  join,
  type Scope,
  ScriptFunction,
  type ScriptValue,
  UNKNOWN,
} from './script-value.js';

const DEPTH_MAX = 900;
const ITEMS_MAX = 5_000;
const GETTER = /^(?:static\s+)?get\s+$/;
const DATA_IMPORT = /^import\s{1,9}([\w$]{1,60})\s{1,9}from\s{0,9}["']([^"'\n]{1,200}\.json)["']/;
const THIS: ScriptValue = { marks: 0, path: 'this' };

/** Follows values through one script, in the order of its text and both ways of each branch. */
export class ScriptEvaluation extends ScriptCalls {
  private depth = 0;

  run(): void {
    this.parts(this.script.root, this.script.scope);
  }

  protected readonly value: Evaluate = (node, scope) => {
    this.pay(1);
    if (this.depth > DEPTH_MAX) throw new ReadingStopped();
    this.depth += 1;
    const value = (this.kinds[node.type] ?? this.parts)(node, scope);
    this.depth -= 1;
    return value;
  };

  /** Everything that has no rule here: its marks are those of its parts. */
  protected readonly parts: Evaluate = (node, scope) => {
    let marks = 0;
    for (const part of node.parts) marks |= this.value(part, scope).marks;
    marks &= ~MARK.anyAddress;
    return marks === 0 ? UNKNOWN : { marks };
  };

  private readonly statement: Evaluate = (node, scope) => {
    for (const part of node.parts) this.value(part, scope);
    return UNKNOWN;
  };

  private readonly last: Evaluate = (node, scope) =>
    node.parts.reduce((_, part) => this.value(part, scope), UNKNOWN);

  private readonly either: Evaluate = (node, scope) =>
    node.parts.map((part) => this.value(part, scope)).reduce((a, b) => join(a, b), UNKNOWN);

  private readonly result: Evaluate = (node, scope) => {
    scope.owner?.give(this.last(node, scope));
    return UNKNOWN;
  };

  private readonly function: Evaluate = (node, scope) => {
    const made = this.functionOf(node, scope);
    const name = partOf(node, 'name');
    if (name && node.type !== 'method_definition')
      (node.type.endsWith('declaration') ? scope : made.scope).declare(this.script.text(name), {
        marks: 0,
        callee: made,
      });
    for (const parameter of made.parameters) this.bind(parameter, UNKNOWN, made.scope);
    const body = partOf(node, 'body');
    if (!body) return UNKNOWN;
    const result = this.value(body, made.scope);
    if (body.type !== 'statement_block') made.give(result);
    return { marks: 0, callee: made };
  };

  private functionOf(node: Syntax, scope: Scope): ScriptFunction {
    const known = this.script.functions.get(node);
    if (known) return known;
    const one = partOf(node, 'parameter');
    const made = new ScriptFunction(
      this.script,
      scope,
      one ? [one] : (partOf(node, 'parameters')?.parts ?? []),
    );
    this.script.functions.set(node, made);
    return made;
  }

  private readonly method: Evaluate = (node, scope) => {
    const made = this.function(node, scope);
    const name = partOf(node, 'name');
    const isGetter = name && GETTER.test(this.script.source.slice(node.start, name.start));
    const value = isGetter ? (made.callee?.result ?? UNKNOWN) : made;
    if (name) this.script.assignMember(this.nameOf(name), value);
    return value;
  };

  private readonly kinds: Record<string, Evaluate | undefined> = {
    expression_statement: this.statement,
    statement_block: this.statement,
    if_statement: this.statement,
    parenthesized_expression: this.last,
    sequence_expression: this.last,
    await_expression: this.last,
    ternary_expression: (node, scope) => {
      const [condition, ...ways] = node.parts;
      if (condition) this.value(condition, scope);
      return ways.map((way) => this.value(way, scope)).reduce((a, b) => join(a, b), UNKNOWN);
    },
    class_declaration: (node, scope) => this.classOf(node, scope),
    class: (node, scope) => this.classOf(node, scope),
    function_declaration: this.function,
    generator_function_declaration: this.function,
    function_expression: this.function,
    generator_function: this.function,
    arrow_function: this.function,
    method_definition: this.method,
    this: (_, scope) => scope.find('this') ?? THIS,
    number: (node) => ({ marks: 0, text: this.script.text(node) }),
    identifier: (node, scope) => this.name(this.script.text(node), scope),
    shorthand_property_identifier: (node, scope) => this.name(this.script.text(node), scope),
    member_expression: (node, scope) => this.access(node, scope).value,
    subscript_expression: (node, scope) => this.access(node, scope).value,
    string: (node) => this.string(node),
    regex: (node) => {
      const pattern = this.script.text(partOf(node, 'pattern') ?? node);
      return findsWallets(pattern) ? { marks: MARK.walletPattern } : literalPattern(pattern);
    },
    template_string: (node, scope) => this.template(node, scope),
    binary_expression: (node, scope) => this.binary(node, scope),
    unary_expression: this.statement,
    call_expression: (node, scope) => this.call(node, scope),
    new_expression: (node, scope) => this.call(node, scope),
    array: (node, scope) => {
      const items = node.parts.flatMap((part) =>
        part.type === 'spread_element' ? this.spread(this.last(part, scope)) : [this.value(part, scope)],
      );
      return { marks: dataMarks(items), items: items.slice(0, ITEMS_MAX) };
    },
    object: (node, scope) => this.object(node, scope),
    variable_declarator: (node, scope) => {
      const name = partOf(node, 'name');
      const given = partOf(node, 'value');
      if (name) this.bind(name, given ? this.value(given, scope) : UNKNOWN, scope);
      return UNKNOWN;
    },
    field_definition: (node, scope) => {
      const name = partOf(node, 'property');
      const given = partOf(node, 'value');
      if (name && given) this.script.assignMember(this.nameOf(name), this.value(given, scope));
      return UNKNOWN;
    },
    assignment_expression: (node, scope) => this.assignment(node, scope),
    augmented_assignment_expression: (node, scope) => this.assignment(node, scope),
    for_in_statement: (node, scope) => {
      const left = partOf(node, 'left');
      const right = partOf(node, 'right');
      const each = right ? this.value(right, scope) : UNKNOWN;
      if (left)
        this.bind(left, each.items?.length ? eachOf(each.items, each) : { marks: dataMarks([each]) }, scope);
      const body = partOf(node, 'body');
      return body ? this.value(body, scope) : UNKNOWN;
    },
    return_statement: this.result,
    yield_expression: this.result,
    import_statement: (node, scope) => {
      const source = partOf(node, 'source');
      if (source) this.reading.observer.imported(this.script, node, this.value(source, scope));
      this.importData(node, scope);
      return UNKNOWN;
    },
    export_statement: (node, scope) => {
      const source = partOf(node, 'source');
      if (source) this.reading.observer.imported(this.script, node, this.value(source, scope));
      return this.statement(node, scope);
    },
  };

  /** A class is called by its constructor. */
  private classOf(node: Syntax, scope: Scope): ScriptValue {
    const name = partOf(node, 'name');
    if (name) scope.declare(this.script.text(name), UNKNOWN);
    this.statement(node, scope);
    const made = partOf(node, 'body')?.parts.find((part) => {
      const method = partOf(part, 'name');
      return part.type === 'method_definition' && method && this.script.text(method) === 'constructor';
    });
    const callee = made && this.script.functions.get(made);
    if (!callee) return UNKNOWN;
    if (name) scope.declare(this.script.text(name), { marks: 0, callee });
    return { marks: 0, callee };
  }

  /** `import name from "./data.json"` */
  private importData(node: Syntax, scope: Scope): void {
    const [, name, address] = DATA_IMPORT.exec(this.script.text(node).slice(0, 400)) ?? [];
    const value = address === undefined ? undefined : this.reading.data.at(address);
    if (name !== undefined && value) scope.declare(name, value);
  }

  private spread(value: ScriptValue): readonly ScriptValue[] {
    const items = value.items ?? itemsOfText(value) ?? [value];
    this.pay(items.length);
    return items;
  }

  private name(name: string, scope: Scope): ScriptValue {
    return scope.find(name) ?? globalValue(name);
  }

  private string(node: Syntax): ScriptValue {
    const source = this.script.source.slice(node.start + 1, node.end - 1);
    this.pay(source.length >> 8);
    return source.includes('\\') ? escaped(source) : composed(source);
  }

  private template(node: Syntax, scope: Scope): ScriptValue {
    const values: ScriptValue[] = [];
    let at = node.start + 1;
    for (const part of node.parts.filter(({ type }) => type === 'template_substitution')) {
      values.push(escaped(this.script.source.slice(at, part.start)), this.last(part, scope));
      at = part.end;
    }
    values.push(escaped(this.script.source.slice(at, node.end - 1)));
    return this.joined(values.filter(({ text }) => text !== ''));
  }

  private binary(node: Syntax, scope: Scope): ScriptValue {
    const operator = this.operatorOf(node);
    if (operator === '||' || operator === '??') return this.either(node, scope);
    if (operator === '&&') return this.last(node, scope);
    if (operator !== '+') {
      const marks = dataMarks(node.parts.map((part) => this.value(part, scope)));
      return /^(?:[=!<>]|in)/.test(operator) ? UNKNOWN : { marks };
    }
    // `a + b + c …` is nested as deep as it is long.
    const rest: ScriptValue[] = [];
    let first = node;
    while (first.type === 'binary_expression' && this.operatorOf(first) === '+') {
      const left = partOf(first, 'left');
      const right = partOf(first, 'right');
      if (!left || !right) break;
      rest.push(this.value(right, scope));
      first = left;
    }
    return this.joined([this.value(first, scope), ...rest.reverse()]);
  }

  private object(node: Syntax, scope: Scope): ScriptValue {
    const names = new Map<string, ScriptValue>();
    let marks = 0;
    for (const part of node.parts) {
      const key = partOf(part, 'key') ?? partOf(part, 'name') ?? part;
      const given = partOf(part, 'value');
      const value = this.value(given ?? part, scope);
      if (key.type === 'computed_property_name') this.value(key, scope);
      marks |= dataMarks([value]);
      if (part.type !== 'spread_element') names.set(this.nameOf(key), value);
    }
    return { marks, names };
  }
}
