import { spend } from './effort.js';
import type { Machine } from './machine.js';
import { reasonOf } from './value-reading.js';
import { External, keyOf, type PyDict, PySequence, type Value } from './values.js';

/** A set: members are found, added and removed in constant time. */
export class PySet extends PySequence {
  private readonly members = new Map<string, Value>();
  /** Members that are not known well enough to compare them. */
  private open: Value[] = [];
  private listed: Value[] | undefined;
  private externals = 0;

  constructor(items: Iterable<Value> = [], gap?: string) {
    super('set', [], gap);
    this.addAll(items);
  }

  override get items(): Value[] {
    return (this.listed ??= [...this.members.values(), ...this.open]);
  }

  override get size(): number {
    return this.members.size + this.open.length;
  }

  override add(item: Value): void {
    const key = keyOf(item);
    if (key === undefined) this.open.push(item);
    else if (!this.members.has(key)) {
      this.members.set(key, item);
      if (item instanceof External) this.externals += 1;
    } else return;
    this.listed = undefined;
  }

  /** Whether it holds the item; undefined when only running the code would show it. */
  has(item: Value): boolean | undefined {
    const key = keyOf(item);
    if (key !== undefined && this.members.has(key)) return true;
    if (this.gap !== undefined) return undefined;
    if (this.size === 0) return false;
    const isOpen = key === undefined || item instanceof External || this.externals + this.open.length > 0;
    return isOpen ? undefined : false;
  }

  remove(item: Value): void {
    const key = keyOf(item);
    if (key === undefined || !this.members.delete(key)) return;
    if (item instanceof External) this.externals -= 1;
    this.listed = undefined;
  }

  override clear(): void {
    this.members.clear();
    this.open = [];
    this.externals = 0;
    this.listed = undefined;
  }
}

export function sequenceOfKind(kind: PySequence['kind'], items: Value[], gap?: string): PySequence {
  spend(items.length / 8);
  return kind === 'set' ? new PySet(items, gap) : new PySequence(kind, items, gap);
}

/** Adds the items of an iterable, or says why they are missing. */
export function addItems(
  sequence: PySequence,
  source: Value,
  machine: Machine,
  reason = reasonOf(source),
): void {
  const found = machine.items(source);
  spend((found?.items.length ?? 0) / 4);
  sequence.addAll(found?.items ?? []);
  sequence.gap = found === undefined ? reason : (found.gap ?? sequence.gap);
}

/** Removes a key from a dict. @returns false when the key is not known. */
export function removeKey(dict: PyDict, key: Value): boolean {
  const id = keyOf(key);
  if (id !== undefined) dict.entries.delete(id);
  return id !== undefined;
}
