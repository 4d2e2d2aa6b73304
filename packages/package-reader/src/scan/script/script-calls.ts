import { partOf, type Syntax } from '../code/syntax.js';
import { escaped } from './escapes.js';
import { type Known, knownCall } from './known-calls.js';
import { MARK } from './marks.js';
import type { ScriptCall } from './observation.js';
import { ScriptNames } from './script-names.js';
import {
  blobOf,
  dataMarks,
  has,
  isWhole,
  join,
  eachOf,
  type Scope,
  type ScriptFunction,
  type ScriptValue,
  UNKNOWN,
} from './script-value.js';

/** Methods of the language whose result is made of what they are given, or of what their functions give. */
const CALLS_BACK =
  /^(?:then|map|forEach|reduce|filter|flatMap|addEventListener|join|slice|substr|substring|replace|replaceAll|trim|concat|split|reverse|toString|text|json|charAt|getAll|get)$/;

/** The calls of a script: tells the observer, and gives the functions of the script what they are called with. */
export abstract class ScriptCalls extends ScriptNames {
  protected call(node: Syntax, scope: Scope): ScriptValue {
    const target = partOf(node, 'function') ?? partOf(node, 'constructor');
    if (!target) return this.parts(node, scope);
    const given = this.arguments(partOf(node, 'arguments'), scope);
    // Outside of functions the parser takes `await (x)` for a call.
    if (target.type === 'identifier' && this.script.text(target) === 'await') return given[0] ?? UNKNOWN;
    if (target.type === 'import') {
      if (given[0]) this.reading.observer.imported(this.script, node, given[0]);
      return UNKNOWN;
    }
    const call = spread({ script: this.script, node, ...this.called(target, scope), given });
    if (call.name === 'setItem') this.reading.ownKeys.add(given[0]?.text ?? '');
    this.reading.observer.call(call);
    this.keepGiven(call);
    const known = this.ofData(call) ?? knownCall(call, node.type === 'new_expression', this.ownKeys);
    this.pay(((known.value.text?.length ?? 0) >> 6) + ((known.value.items?.length ?? 0) >> 3));
    if (has(known.value, MARK.decoded) && isWhole(known.value))
      this.reading.observer.hiddenText(this.script, node, known.value.text);
    return this.applied(call, known, partOf(target, 'object'), scope);
  }

  /** What the package's own files of data hold, and what is read of them. */
  private ofData({ name, path, receiver, given: [first] }: ScriptCall): Known | undefined {
    const known = (value: ScriptValue): Known => ({ value, toCallbacks: value.marks, toReceiver: 0 });
    const isRead = /^(?:fetch\w*|get|getJSON|load\w*)$/.test(name) && !has(first, MARK.away);
    if (isRead && first?.text && /\.json(?:[?#]|$)/.test(first.text)) {
      const value = this.reading.data.at(first.text);
      if (value) return known(value);
    }
    const held = path === 'JSON.parse' || name === 'structuredClone' ? first : receiver;
    const isSame = /^(?:json|text|clone|parse|structuredClone)$/.test(name);
    return isSame && held && (held.names || held.items) ? known(held) : undefined;
  }

  private arguments(list: Syntax | undefined, scope: Scope): ScriptValue[] {
    if (!list) return [];
    if (list.type === 'template_string') return this.tagged(list, scope);
    return list.parts.map((part) => this.value(part, scope));
  }

  /** What a tag of a template is given: the template, with its texts as items, and then what is put between them. */
  private tagged(list: Syntax, scope: Scope): ScriptValue[] {
    const parts = list.parts.filter(({ type }) => type === 'template_substitution');
    let at = list.start + 1;
    const texts = [...parts, { start: list.end - 1, end: list.end }].map(({ start, end }) => {
      const text = escaped(this.script.source.slice(at, start));
      at = end;
      return text;
    });
    const template = this.value(list, scope);
    return [{ ...template, items: texts }, ...parts.map((part) => this.value(part, scope))];
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
    { callee: { callee }, name, path, given, receiver }: ScriptCall,
    { value, toCallbacks, toReceiver }: Known,
    object: Syntax | undefined,
    scope: Scope,
  ): ScriptValue {
    if (object) this.widen(object, toReceiver, scope);
    let marks = 0;
    const [first] = given;
    const isThen = name === 'then' && first?.callee !== undefined;
    if (first?.callee) this.passMembers(name, first.callee, receiver);
    for (const argument of given) {
      if (!this.script.isBundle || CALLS_BACK.test(name)) this.listen(argument, toCallbacks);
      if (argument.callee) marks |= dataMarks([argument.callee.result]);
    }
    const isOther = this.script.isBundle && path === '' && !CALLS_BACK.test(name) && value.text === undefined;
    if (isThen && !callee) return join(value, first.callee?.result ?? UNKNOWN);
    if (!callee) return isOther ? UNKNOWN : { ...value, marks: value.marks | marks };
    callee.parameters.forEach((parameter, at) => {
      const rest = given.slice(at);
      const argument = parameter.type === 'rest_pattern' ? { marks: dataMarks(rest), items: rest } : rest[0];
      if (argument) this.bind(parameter, argument, callee.scope);
    });
    if (this.script.usesArguments)
      callee.scope.declare('arguments', { marks: dataMarks(given), items: given });
    return join(value, callee.result);
  }

  /** What is held by a promise or a list that is written out is given to the function that is called for it. */
  private passMembers(name: string, { parameters, scope }: ScriptFunction, receiver?: ScriptValue): void {
    const [parameter] = parameters;
    if (!parameter || !receiver) return;
    if (name === 'then' && (receiver.names || receiver.items || receiver.text !== undefined))
      this.bind(parameter, receiver, scope);
    else if (/^(?:forEach|map|flatMap|filter|find|some|every)$/.test(name) && receiver.items)
      this.bind(parameter, eachOf(receiver.items, receiver), scope);
  }

  private keepGiven({ node, path, name, given, receiver }: ScriptCall): void {
    const [first, second, third] = given;
    if (/^(?:eval|Function|setTimeout|setInterval)$/.test(path))
      this.keep(node, path === 'Function' ? given.at(-1) : given[0], false);
    else if (/^document\.write(?:ln)?$/.test(path)) this.keep(node, given[0], true);
    else if (name === 'insertAdjacentHTML') this.keep(node, second, true);
    else if (/^(?:createContextualFragment|setHTMLUnsafe)$/.test(name)) this.keep(node, first, true);
    else if (/^(?:Shared)?Worker$/.test(path)) this.keep(node, blobOf(first), false);
    else if (name === 'setAttribute' && first?.text && second) {
      if (first.text.startsWith('on')) this.keep(node, second, false);
      this.assigned(node, receiver ?? UNKNOWN, first.text, second);
    } else if (/^(?:Object|Reflect)\.defineProperty$/.test(path)) {
      const value = third?.names?.get('value') ?? third?.names?.get('get')?.callee?.result;
      if (first && value) this.assigned(node, first, second?.text ?? '', value);
    } else if (path === 'Reflect.set' && first && third)
      this.assigned(node, first, second?.text ?? '', third);
    else if (path === 'Object.assign' && given[0]?.path)
      for (const [key, value] of given[1]?.names ?? []) this.assigned(node, given[0], key, value);
  }
}

/** The call that `call`, `apply` and `Reflect.apply` make. */
function spread(call: ScriptCall): ScriptCall {
  const { name, path, receiver, given } = call;
  if (path === 'Reflect.apply' && given[0])
    return redirected(call, given[0], given[2]?.items ?? given.slice(2));
  if (path === 'Reflect.construct' && given[0]) return redirected(call, given[0], given[1]?.items ?? []);
  if (!receiver || (!receiver.path && !receiver.callee)) return call;
  if (name === 'call') return redirected(call, receiver, given.slice(1));
  return name === 'apply' ? redirected(call, receiver, given[1]?.items ?? given.slice(1)) : call;
}

function redirected(call: ScriptCall, callee: ScriptValue, given: readonly ScriptValue[]): ScriptCall {
  const path = callee.path ?? '';
  return { ...call, path, name: path.split('.').at(-1) ?? '', callee, given };
}
