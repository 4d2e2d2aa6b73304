import { partOf, type Syntax } from '../code/syntax.js';
import { escaped } from './escapes.js';
import {
  eventMarks,
  globalValue,
  isGlobal,
  type Known,
  knownCall,
  memberOf,
  type OwnKeys,
} from './known-calls.js';
import { MARK } from './marks.js';
import type { ScriptCall, ScriptObserver } from './observation.js';
import { type Script, ScriptFunction, type Scope } from './script-file.js';
import {
  composed,
  concatenated,
  dataMarks,
  has,
  isWhole,
  join,
  type ScriptValue,
  UNKNOWN,
} from './script-value.js';

const DEPTH_MAX = 900;
const ITEMS_MAX = 5_000;
const WITHIN_MAX = 2_000;
const WINDOW: ScriptValue = { marks: 0, path: 'window' };
/** Begins the name of what a text or array has. */
const OF_LITERAL = '[].';
const THIS: ScriptValue = { marks: 0, path: 'this' };

/** Methods of the language whose result is made of what they are given, or of what their functions give. */
const CALLS_BACK =
  /^(?:then|map|forEach|reduce|filter|flatMap|addEventListener|join|slice|substr|substring|replace|replaceAll|trim|concat|split|reverse|toString|text|json|charAt|getAll|get)$/;

/** What all scripts of a package share while they are read. */
export type Reading = {
  readonly deadline: number;
  /** How many parts of scripts may still be read. */
  steps: number;
  /** Names under which the package stores something in the browser. */
  readonly ownKeys: Set<string>;
  /** Constant texts that a script runs or adds to the page. */
  readonly within: Map<string, Within>;
  readonly observer: ScriptObserver;
};

/** A text of code or markup within a script. */
export type Within = { readonly script: Script; readonly node: Syntax; readonly isMarkup: boolean };

/** Thrown when a package takes too long to be read, or is nested too deep. */
export class ReadingStopped extends Error {}

/** A member that is read: of what, its name when that is known, and what it is. */
type Access = { readonly self?: ScriptValue; readonly name: string; readonly value: ScriptValue };

type Evaluate = (node: Syntax, scope: Scope) => ScriptValue;

/** Follows values through one script, in the order of its text and both ways of each branch. */
export class ScriptEvaluation {
  private depth = 0;

  constructor(
    private readonly script: Script,
    private readonly reading: Reading,
    /** Absent at the first reading, by which they become known. */
    private readonly ownKeys: OwnKeys,
  ) {}

  run(): void {
    this.parts(this.script.root, this.script.scope);
  }

  private readonly value: Evaluate = (node, scope) => {
    this.pay(1);
    if (this.depth > DEPTH_MAX) throw new ReadingStopped();
    this.depth += 1;
    const value = (this.kinds[node.type] ?? this.parts)(node, scope);
    this.depth -= 1;
    return value;
  };

  private pay(steps: number): void {
    const before = this.reading.steps;
    this.reading.steps -= steps;
    const isTime = before >> 10 !== this.reading.steps >> 10;
    if (this.reading.steps < 0 || (isTime && Date.now() > this.reading.deadline)) throw new ReadingStopped();
  }

  /** Everything that has no rule here: its marks are those of its parts. */
  private readonly parts: Evaluate = (node, scope) => {
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
    if (name) this.script.assignMember(this.nameOf(name), made);
    return made;
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
    class_declaration: (node, scope) => {
      const name = partOf(node, 'name');
      if (name) scope.declare(this.script.text(name), UNKNOWN);
      return this.statement(node, scope);
    },
    function_declaration: this.function,
    generator_function_declaration: this.function,
    function_expression: this.function,
    generator_function: this.function,
    arrow_function: this.function,
    method_definition: this.method,
    this: () => THIS,
    number: (node) => ({ marks: 0, text: this.script.text(node) }),
    identifier: (node, scope) => this.name(this.script.text(node), scope),
    shorthand_property_identifier: (node, scope) => this.name(this.script.text(node), scope),
    member_expression: (node, scope) => this.access(node, scope).value,
    subscript_expression: (node, scope) => this.access(node, scope).value,
    string: (node) => this.string(node),
    template_string: (node, scope) => this.template(node, scope),
    binary_expression: (node, scope) => this.binary(node, scope),
    unary_expression: this.statement,
    call_expression: (node, scope) => this.call(node, scope),
    new_expression: (node, scope) => this.call(node, scope),
    array: (node, scope) => {
      const items = node.parts.map((part) => this.value(part, scope));
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
      if (left) this.bind(left, each.items?.[0] ?? { marks: dataMarks([each]) }, scope);
      const body = partOf(node, 'body');
      return body ? this.value(body, scope) : UNKNOWN;
    },
    return_statement: (node, scope) => {
      const given = this.last(node, scope);
      scope.owner?.give(given);
      return UNKNOWN;
    },
    import_statement: (node, scope) => {
      const source = partOf(node, 'source');
      if (source) this.reading.observer.imported(this.script, node, this.value(source, scope));
      return UNKNOWN;
    },
    export_statement: (node, scope) => {
      const source = partOf(node, 'source');
      if (source) this.reading.observer.imported(this.script, node, this.value(source, scope));
      return this.statement(node, scope);
    },
  };

  private name(name: string, scope: Scope): ScriptValue {
    return scope.find(name) ?? globalValue(name);
  }

  /** Reads `object.name` or `object[index]`. */
  private access(node: Syntax, scope: Scope): Access {
    const object = partOf(node, 'object');
    const property = partOf(node, 'property');
    const index = partOf(node, 'index');
    if (!object) return { name: '', value: this.parts(node, scope) };
    const self = this.value(object, scope);
    if (property) {
      const name = this.script.text(property);
      return { self, name, value: this.memberNamed(self, name) };
    }
    const key = index ? this.value(index, scope) : UNKNOWN;
    if (!isWhole(key)) {
      if (isGlobal(self) && has(key, MARK.decoded)) this.reading.observer.hiddenName(this.script, node);
      return { self, name: '', value: { marks: dataMarks([self, key]) } };
    }
    const value = this.memberNamed(self, key.text);
    const isTelling = !this.script.isBundle || index?.type === 'binary_expression';
    if (isTelling && has(key, MARK.decoded | MARK.pieced) && value.path)
      this.reading.observer.hiddenName(this.script, node, value.path);
    return { self, name: key.text, value };
  }

  private memberNamed(self: ScriptValue, name: string): ScriptValue {
    if (name === 'constructor' && (self.callee || self.path?.startsWith(OF_LITERAL)))
      return globalValue('Function');
    const written = self.names?.get(name);
    if (written) return written;
    if (self.items && /^\d{1,4}$/.test(name)) return self.items[Number(name)] ?? UNKNOWN;
    const found = memberOf(self, name, this.ownKeys);
    if (found.path) return found;
    if (self.items || self.text !== undefined) return { ...found, path: `${OF_LITERAL}${name}` };
    const known = this.script.member(name);
    return known ? { ...known, marks: known.marks | found.marks } : found;
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

  private joined(values: readonly ScriptValue[]): ScriptValue {
    const whole = concatenated(values);
    this.pay((whole.text?.length ?? 0) >> 6);
    return values.length > 1 && isWhole(whole) ? { ...whole, marks: whole.marks | MARK.pieced } : whole;
  }

  private operatorOf(node: Syntax): string {
    const operator = partOf(node, 'operator');
    return operator ? this.script.text(operator) : '';
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

  /** The name of a member as it is declared. */
  private nameOf(key: Syntax): string {
    return this.script.text(key).replace(/^["']|["']$/g, '');
  }

  private assignment(node: Syntax, scope: Scope): ScriptValue {
    const left = partOf(node, 'left');
    const right = partOf(node, 'right');
    if (!left || !right) return this.parts(node, scope);
    let value = this.value(right, scope);
    if (this.operatorOf(node) === '+=') value = this.joined([this.value(left, scope), value]);
    const isMember = left.type === 'member_expression' || left.type === 'subscript_expression';
    if (isMember) this.assignMember(node, left, value, scope);
    else this.assignName(node, left, value, scope);
    return value;
  }

  private assignName(node: Syntax, left: Syntax, value: ScriptValue, scope: Scope): void {
    const name = this.script.text(left);
    if (left.type === 'identifier' && !scope.find(name)) {
      this.reading.observer.assignment({ script: this.script, node, target: WINDOW, name, value });
      this.listen(value, eventMarks(name.replace(/^on/, ''), WINDOW));
      if (name === 'location') return;
    }
    this.bind(left, value, scope, false);
  }

  private assignMember(node: Syntax, left: Syntax, value: ScriptValue, scope: Scope): void {
    const object = partOf(left, 'object');
    const property = partOf(left, 'property');
    const index = partOf(left, 'index');
    if (!object) return;
    const target = this.value(object, scope);
    const key = index ? this.value(index, scope) : undefined;
    const name = property ? this.script.text(property) : isWhole(key) ? key.text : '';
    const { script } = this;
    this.reading.observer.assignment({ script, node, target, name, value });
    if (/^(?:(?:inner|outer)HTML|srcdoc)$/.test(name)) this.keep(node, value, true);
    if (name !== '') script.assignMember(name, value);
    if (/^(?:local|session)Storage$/.test(target.path ?? '')) this.reading.ownKeys.add(name);
    this.listen(value, eventMarks(name.replace(/^on/, ''), target) | dataMarks([target]));
    this.widen(object, dataMarks([value, key]), scope);
    if (target.path === 'location' || name === 'location') return;
    if (/^(?:src|href|action)$/.test(name)) this.widen(object, value.marks & MARK.anyAddress, scope);
  }

  /** Keeps a text that is run or added to the page, to be read later. */
  private keep(node: Syntax, value: ScriptValue | undefined, isMarkup: boolean): void {
    const { within } = this.reading;
    const isToo = value?.text !== undefined && (isMarkup ? /<script|\son\w/i : /[(=]/).test(value.text);
    if (!isToo || within.has(value.text ?? '')) return;
    if (within.size >= WITHIN_MAX) throw new ReadingStopped();
    within.set(value.text ?? '', { script: this.script, node, isMarkup });
  }

  private keepGiven({ node, path, name, given }: ScriptCall): void {
    if (/^(?:eval|Function|setTimeout|setInterval)$/.test(path))
      this.keep(node, path === 'Function' ? given.at(-1) : given[0], false);
    else if (/^document\.write(?:ln)?$/.test(path)) this.keep(node, given[0], true);
    else if (name === 'insertAdjacentHTML') this.keep(node, given[1], true);
    else if (name === 'setAttribute' && given[0]?.text?.startsWith('on')) this.keep(node, given[1], false);
    else if (path === 'Object.assign' && given[0]?.path)
      for (const [key, value] of given[1]?.names ?? [])
        this.reading.observer.assignment({ script: this.script, node, target: given[0], name: key, value });
  }

  /** Notes for the variable behind an expression what was put into it. */
  private widen(node: Syntax, marks: number, scope: Scope): void {
    let root: Syntax | undefined = node;
    while (root?.type === 'member_expression' || root?.type === 'subscript_expression') {
      const property: Syntax | undefined = partOf(root, 'property');
      if (marks && property) this.script.assignMember(this.script.text(property), { marks });
      root = partOf(root, 'object');
    }
    if (marks === 0 || root?.type !== 'identifier') return;
    const name = this.script.text(root);
    if (scope.find(name)) scope.assign(name, { marks });
  }

  /** Gives a value to a name, or its members to the names of a pattern. */
  private bind(pattern: Syntax, value: ScriptValue, scope: Scope, isNew = true): void {
    switch (pattern.type) {
      case 'identifier':
      case 'shorthand_property_identifier_pattern': {
        const name = this.script.text(pattern);
        if (isNew) scope.declare(name, value);
        else scope.assign(name, value);
        return;
      }
      case 'assignment_pattern':
      case 'object_assignment_pattern': {
        const right = partOf(pattern, 'right');
        const left = partOf(pattern, 'left');
        const usual = right ? this.value(right, scope) : UNKNOWN;
        if (left) this.bind(left, join(usual, value), scope, isNew);
        return;
      }
      case 'object_pattern':
        for (const part of pattern.parts) {
          const key = partOf(part, 'key') ?? partOf(part, 'left') ?? part;
          const member = this.memberNamed(value, this.nameOf(key));
          this.bind(partOf(part, 'value') ?? part, member, scope, isNew);
        }
        return;
      case 'array_pattern':
        pattern.parts.forEach((part, at) => {
          this.bind(part, value.items?.[at] ?? { marks: dataMarks([value]) }, scope, isNew);
        });
        return;
      default:
        if (pattern.type === 'rest_pattern' || pattern.type.endsWith('declaration'))
          for (const part of pattern.parts) this.bind(part, { marks: dataMarks([value]) }, scope, isNew);
    }
  }

  private call(node: Syntax, scope: Scope): ScriptValue {
    const target = partOf(node, 'function') ?? partOf(node, 'constructor');
    if (!target) return this.parts(node, scope);
    const given = this.arguments(partOf(node, 'arguments'), scope);
    if (target.type === 'import') {
      if (given[0]) this.reading.observer.imported(this.script, node, given[0]);
      return UNKNOWN;
    }
    const call = spread({ script: this.script, node, ...this.called(target, scope), given });
    if (call.name === 'setItem') this.reading.ownKeys.add(given[0]?.text ?? '');
    this.reading.observer.call(call);
    this.keepGiven(call);
    const known = knownCall(call, node.type === 'new_expression', this.ownKeys);
    this.pay((known.value.text?.length ?? 0) >> 6);
    if (has(known.value, MARK.decoded) && isWhole(known.value))
      this.reading.observer.hiddenText(this.script, node, known.value.text);
    return this.applied(call, known, partOf(target, 'object'), scope);
  }

  private arguments(list: Syntax | undefined, scope: Scope): ScriptValue[] {
    if (!list) return [];
    if (list.type === 'template_string') return [this.value(list, scope)];
    return list.parts.map((part) => this.value(part, scope));
  }

  private called(target: Syntax, scope: Scope): Pick<ScriptCall, 'path' | 'name' | 'callee' | 'receiver'> {
    if (target.type === 'member_expression' || target.type === 'subscript_expression') {
      const { self, name, value } = this.access(target, scope);
      return { path: value.path ?? '', name, callee: value, ...(self ? { receiver: self } : {}) };
    }
    const callee = this.value(target, scope);
    const name = target.type === 'identifier' ? this.script.text(target) : '';
    return { path: callee.path ?? '', name: callee.path?.split('.').at(-1) ?? name, callee };
  }

  /** What a call gives, after the functions that it calls were given their arguments. */
  private applied(
    { callee: { callee }, name, path, given }: ScriptCall,
    { value, toCallbacks, toReceiver }: Known,
    object: Syntax | undefined,
    scope: Scope,
  ): ScriptValue {
    if (object) this.widen(object, toReceiver, scope);
    let marks = 0;
    for (const argument of given) {
      if (!this.script.isBundle || CALLS_BACK.test(name)) this.listen(argument, toCallbacks);
      if (argument.callee) marks |= dataMarks([argument.callee.result]);
    }
    const isOther = this.script.isBundle && path === '' && !CALLS_BACK.test(name) && value.text === undefined;
    if (!callee) return isOther ? UNKNOWN : { ...value, marks: value.marks | marks };
    callee.parameters.forEach((parameter, at) => {
      const argument = given[at];
      if (argument) this.bind(parameter, argument, callee.scope);
    });
    return join(value, callee.result);
  }

  /** Lets what a function is called with have the marks. */
  private listen({ callee }: ScriptValue, marks: number): void {
    if (!callee || marks === 0) return;
    for (const parameter of callee.parameters) this.bind(parameter, { marks }, callee.scope);
  }
}

/** The call that `call`, `apply` and `Reflect.apply` make. */
function spread(call: ScriptCall): ScriptCall {
  const { name, path, receiver, given } = call;
  if (path === 'Reflect.apply' && given[0])
    return redirected(call, given[0], given[2]?.items ?? given.slice(2));
  if (!receiver || (!receiver.path && !receiver.callee)) return call;
  if (name === 'call') return redirected(call, receiver, given.slice(1));
  return name === 'apply' ? redirected(call, receiver, given[1]?.items ?? given.slice(1)) : call;
}

function redirected(call: ScriptCall, callee: ScriptValue, given: readonly ScriptValue[]): ScriptCall {
  const path = callee.path ?? '';
  return { ...call, path, name: path.split('.').at(-1) ?? '', callee, given };
}
