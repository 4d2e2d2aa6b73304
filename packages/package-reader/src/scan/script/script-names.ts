import { partOf, type Syntax } from '../code/syntax.js';
import { eventMarks, globalValue, memberOf, type OwnKeys } from './known-calls.js';
import { MARK } from './marks.js';
import { MAY_RUN } from './markup.js';
import { type Reading, ReadingStopped } from './reading.js';
import type { Script } from './script-file.js';
import {
  addressOf,
  addressWithin,
  anyOf,
  concatenated,
  dataMarks,
  has,
  isWhole,
  join,
  type Scope,
  type ScriptValue,
  UNKNOWN,
} from './script-value.js';

const WITHIN_MAX = 2_000;
const CHOICES_MAX = 300;
const OF_BROWSER = /^(?:window|globalThis|self|top|parent|frames|document|navigator)$/;
const WINDOW: ScriptValue = { marks: 0, path: 'window' };
/** Begins the name of what a text or array has. */
const OF_LITERAL = '[].';

/** A member that is read: of what, its name when that is known, and what it is. */
type Access = { readonly self?: ScriptValue; readonly name: string; readonly value: ScriptValue };

export type Evaluate = (node: Syntax, scope: Scope) => ScriptValue;

/** The names and members of a script: reads them and gives them values. */
export abstract class ScriptNames {
  constructor(
    protected readonly script: Script,
    protected readonly reading: Reading,
    /** Absent at the first reading, by which they become known. */
    protected readonly ownKeys: OwnKeys,
  ) {}

  protected abstract readonly value: Evaluate;
  /** Everything that has no rule: its marks are those of its parts. */
  protected abstract readonly parts: Evaluate;

  protected pay(steps: number): void {
    const before = this.reading.steps;
    this.reading.steps -= steps;
    const isTime = before >> 10 !== this.reading.steps >> 10;
    if (this.reading.steps < 0 || (isTime && Date.now() > this.reading.deadline)) throw new ReadingStopped();
  }

  /** Reads `object.name` or `object[index]`. */
  protected access(node: Syntax, scope: Scope): Access {
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
      if (OF_BROWSER.test(self.path ?? '') && has(key, MARK.decoded))
        this.reading.observer.hiddenName(this.script, node);
      const value = { marks: dataMarks([self, key]) };
      const { items, names } = self;
      if (names && !self.path && !this.script.isBundle) {
        this.pay(names.size);
        const member = anyOf([...names.values()]);
        return { self, name: '', value: { ...member, marks: member.marks | value.marks } };
      }
      if (key.choices)
        return { self, name: '', value: join(value, this.chosen(node, self, key.choices, index)) };
      return {
        self,
        name: '',
        value: items ? { marks: value.marks | addressWithin(self), choices: items } : value,
      };
    }
    const value = this.memberNamed(self, key.text);
    const isTelling = !this.script.isBundle || index?.type === 'binary_expression';
    if (isTelling && has(key, MARK.decoded | MARK.pieced) && value.path)
      this.reading.observer.hiddenName(this.script, node, value.path);
    return { self, name: key.text, value };
  }

  /** The member of the browser that one of several names may be. */
  private chosen(
    node: Syntax,
    self: ScriptValue,
    choices: readonly ScriptValue[],
    index: Syntax | undefined,
  ): ScriptValue {
    if (!OF_BROWSER.test(self.path ?? '')) return UNKNOWN;
    let marks = 0;
    for (const name of choices.slice(0, CHOICES_MAX).filter(isWhole)) {
      const value = this.memberNamed(self, name.text);
      marks |= dataMarks([value]);
      if (value.path && (!this.script.isBundle || index?.type === 'call_expression'))
        this.reading.observer.hiddenName(this.script, node, value.path);
    }
    return { marks };
  }

  protected memberNamed(self: ScriptValue, name: string): ScriptValue {
    if (name === 'constructor' && (self.callee || self.path?.startsWith(OF_LITERAL)))
      return globalValue('Function');
    const written = self.names?.get(name);
    if (written) return written;
    if (name === 'href' && (self.path === undefined || self.path === 'URL()') && addressOf(self)) return self;
    if (name === '__proto__') return { marks: 0, path: 'Object.prototype' };
    if (name === 'source' && self.path === 'RegExp()' && self.text !== undefined)
      return { text: self.text, marks: self.marks | MARK.pieced };
    if (self.items && /^\d{1,4}$/.test(name)) return self.items[Number(name)] ?? UNKNOWN;
    const found = memberOf(self, name, this.ownKeys);
    if (found.path) return found;
    if (self.items || self.text !== undefined) return { ...found, path: `${OF_LITERAL}${name}` };
    const known = this.script.member(name);
    return known ? { ...known, marks: known.marks | found.marks } : found;
  }

  protected joined(values: readonly ScriptValue[]): ScriptValue {
    const whole = concatenated(values);
    this.pay((whole.text?.length ?? 0) >> 6);
    return values.length > 1 && isWhole(whole) ? { ...whole, marks: whole.marks | MARK.pieced } : whole;
  }

  protected operatorOf(node: Syntax): string {
    const operator = partOf(node, 'operator');
    return operator ? this.script.text(operator) : '';
  }

  /** The name of a member as it is declared. */
  protected nameOf(key: Syntax): string {
    return this.script.text(key).replace(/^["']|["']$/g, '');
  }

  /** Gives a value to a name, or its members to the names of a pattern. */
  protected bind(pattern: Syntax, value: ScriptValue, scope: Scope, isNew = true): void {
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
        if (pattern.type === 'rest_pattern')
          for (const part of pattern.parts) this.bind(part, value, scope, isNew);
        else if (pattern.type.endsWith('declaration'))
          for (const part of pattern.parts) this.bind(part, { marks: dataMarks([value]) }, scope, isNew);
    }
  }

  protected assignment(node: Syntax, scope: Scope): ScriptValue {
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
    this.assigned(node, target, name, value);
    this.widen(object, dataMarks([value, key]), scope);
    if (target.path === 'location' || name === 'location') return;
    if (/^(?:src|href|action)$/.test(name)) this.widen(object, value.marks & MARK.anyAddress, scope);
  }

  /** Notes that a member is given a value, in whatever way. */
  protected assigned(node: Syntax, target: ScriptValue, name: string, value: ScriptValue): void {
    const { script } = this;
    this.reading.observer.assignment({ script, node, target, name, value });
    if (/^(?:(?:inner|outer)HTML|srcdoc)$/.test(name)) this.keep(node, value, true);
    if (name !== '') script.assignMember(name, value);
    if (/^(?:local|session)Storage$/.test(target.path ?? '')) this.reading.ownKeys.add(name);
    this.listen(value, eventMarks(name.replace(/^on/, ''), target) | dataMarks([target]));
    if (name.startsWith('on') && has(target, MARK.anyAddress))
      value.callee?.scope.declare('this', { marks: target.marks });
  }

  /** Keeps a text that is run or added to the page, to be read later. */
  protected keep(node: Syntax, value: ScriptValue | undefined, isMarkup: boolean): void {
    const { within } = this.reading;
    const isToo = value?.text !== undefined && (isMarkup ? MAY_RUN : /[(=]/).test(value.text);
    if (!isToo || within.has(value.text ?? '')) return;
    if (within.size >= WITHIN_MAX) throw new ReadingStopped();
    within.set(value.text ?? '', { script: this.script, node, isMarkup });
  }

  /** Notes for the variable behind an expression what was put into it. */
  protected widen(node: Syntax, marks: number, scope: Scope): void {
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

  /** Lets what a function is called with have the marks. */
  protected listen({ callee }: ScriptValue, marks: number): void {
    if (!callee || marks === 0) return;
    for (const parameter of callee.parameters) this.bind(parameter, { marks }, callee.scope);
    if (this.script.usesArguments) callee.scope.declare('arguments', { marks });
  }
}
