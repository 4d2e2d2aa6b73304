import type { Syntax } from '../code/syntax.js';
import { addressMarks } from './hosts.js';
import { MARK } from './marks.js';

/** What is known of a value: all that it can be, wherever in the file it is assigned. */
export type ScriptValue = {
  /** The constant text; `HOLE` for each part that is not known. */
  readonly text?: string;
  readonly marks: number;
  /** Dotted name of what the browser has, without `window`; `()` for what a call gave: `XMLHttpRequest()`. */
  readonly path?: string;
  readonly callee?: ScriptFunction;
  /** Members of an object that is written out. */
  readonly names?: ReadonlyMap<string, ScriptValue>;
  /** Members of an array that is written out. */
  readonly items?: readonly ScriptValue[];
  /** Members of an array of which it is one. */
  readonly choices?: readonly ScriptValue[];
};

export const HOLE = '\0';
export const UNKNOWN: ScriptValue = { marks: 0 };
/** Longer constants are data, of which the beginning is enough. */
const TEXT_MAX = 20_000;
const WALLET =
  /(?:^|[^\w/])(?:bc1[a-z0-9]{25,60}|0x[0-9a-f]{40}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|T[1-9A-HJ-NP-Za-km-z]{33}|4[0-9AB][1-9A-HJ-NP-Za-km-z]{93})(?![\w/])/i;
const WALLET_CHARS_MAX = 500;

/** A text, with the marks of what it says. */
export function composed(text: string, marks = 0): ScriptValue {
  const isWallet = text.length >= 26 && text.length < WALLET_CHARS_MAX && WALLET.test(text);
  return {
    text: text.slice(0, TEXT_MAX),
    marks: marks | addressMarks(text) | (isWallet ? MARK.wallet : 0),
  };
}

/** Texts one after the other. */
export function concatenated(values: readonly ScriptValue[], between = '', added = 0): ScriptValue {
  const [head] = values;
  const marks = dataMarks(values) | added | (head && head.text === undefined ? addressOf(head) : 0);
  if (values.every(({ text }) => text === undefined)) return { marks };
  return composed(values.map(({ text = HOLE }) => text).join(between), marks);
}

export function has(value: ScriptValue | undefined, marks: number): boolean {
  return value !== undefined && (value.marks & marks) !== 0;
}

/** Marks of the values and of what they hold, without what only the address of a request has. */
export function dataMarks(values: Iterable<ScriptValue | undefined>): number {
  let marks = 0;
  for (const value of values) marks |= value?.marks ?? 0;
  return marks & ~MARK.anyAddress;
}

/** Marks of the addresses in a value and in what it holds. */
export function addressWithin(value: ScriptValue | undefined, depth = 4): number {
  if (!value || depth === 0) return 0;
  const held = [...(value.items ?? []), ...(value.names?.values() ?? [])].slice(0, 50);
  return held.reduce((marks, each) => marks | addressWithin(each, depth - 1), value.marks & MARK.anyAddress);
}

/** The code that an address made of a blob stands for. */
export function blobOf(address: ScriptValue | undefined): ScriptValue | undefined {
  const blob = address?.path === 'URL.createObjectURL()' ? address.items?.[0] : undefined;
  return blob?.items && concatenated(blob.items);
}

/** The marks of an address that is not known itself; decoded it is one that is hidden. */
export function addressOf({ marks, text }: ScriptValue): number {
  const hidden = text === undefined && (marks & MARK.decoded) !== 0 ? MARK.anyAddress : 0;
  return (marks & MARK.anyAddress) | hidden;
}

export function isWhole(value: ScriptValue | undefined): value is ScriptValue & { readonly text: string } {
  return value?.text !== undefined && !value.text.includes(HOLE);
}

/** Either value: the later text, the marks of both. Gives `before` itself when nothing changes. */
export function join(before: ScriptValue | undefined, added: ScriptValue): ScriptValue {
  if (!before || before === UNKNOWN) return added;
  if (before === added || added === UNKNOWN) return before;
  return { ...before, ...added, marks: before.marks | added.marks };
}

const EACH_MAX = 100;

/** What any member of an array may be. */
export function eachOf(items: readonly ScriptValue[], array: ScriptValue): ScriptValue {
  const any = anyOf(items);
  return { ...any, marks: any.marks | dataMarks([array]), ...(items.length > 1 ? { choices: items } : {}) };
}

const DEPTH_MAX = 4;

/** What one of several values may be, of which nothing tells which. */
export function anyOf(values: readonly ScriptValue[], depth = 0): ScriptValue {
  const some = values.slice(0, EACH_MAX);
  const [first = UNKNOWN] = some;
  if (some.length < 2) return first;
  const marks = some.reduce((all, each) => all | each.marks, 0);
  const members = new Map<string, ScriptValue[]>();
  if (depth < DEPTH_MAX)
    for (const { names } of some)
      for (const [name, value] of names ?? []) {
        const known = members.get(name);
        if (known) known.push(value);
        else if (members.size < EACH_MAX) members.set(name, [value]);
      }
  const names = new Map([...members].map(([name, held]) => [name, anyOf(held, depth + 1)]));
  const callee = some.find((each) => each.callee)?.callee;
  return { marks, ...(names.size > 0 ? { names } : {}), ...(callee ? { callee } : {}) };
}

/** Whether a value tells more than another, for which the file is to be read again. */
export function tellsMore(before: ScriptValue | undefined, after: ScriptValue): boolean {
  if (!before) return true;
  return (
    (after.marks & ~before.marks) !== 0 ||
    (['text', 'path', 'callee', 'names', 'items', 'choices'] as const).some(
      (key) => before[key] === undefined && after[key] !== undefined,
    )
  );
}

/** Set when more became known, for which the script is to be read again. */
type Reread = { hasChanged: boolean };

/** Names and what they hold, of a script or a function. */
export class Scope {
  private readonly names = new Map<string, ScriptValue>();

  constructor(
    private readonly reread: Reread,
    readonly parent?: Scope,
    readonly owner?: ScriptFunction,
  ) {}

  find(name: string): ScriptValue | undefined {
    return this.names.get(name) ?? this.parent?.find(name);
  }

  /** Adds what a name of this scope may hold. */
  declare(name: string, value: ScriptValue): void {
    const before = this.names.get(name);
    this.names.set(name, join(before, value));
    if (tellsMore(before, value)) this.reread.hasChanged = true;
  }

  /** Adds what a name may hold, in the scope that has it. */
  assign(name: string, value: ScriptValue): void {
    if (this.names.has(name) || !this.parent) this.declare(name, value);
    else this.parent.assign(name, value);
  }
}

export class ScriptFunction {
  readonly scope: Scope;
  /** What it gives back, known once its body was read. */
  result: ScriptValue = UNKNOWN;

  constructor(
    private readonly reread: Reread,
    parent: Scope,
    readonly parameters: readonly Syntax[],
  ) {
    this.scope = new Scope(reread, parent, this);
  }

  give(value: ScriptValue): void {
    if (tellsMore(this.result, value)) this.reread.hasChanged = true;
    this.result = join(this.result, value);
  }
}
