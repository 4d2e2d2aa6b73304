import type { Node } from 'web-tree-sitter';

import { spend } from './effort.js';
import type { Frame, Machine } from './machine.js';

/** Start, stop and step of a slice, as far as they are given. */
export type Slice = readonly [start?: number, stop?: number, step?: number];

/** Reads `a:b:c`; undefined when a part of it is not known. */
export function sliceOf(node: Node, frame: Frame, machine: Machine): Slice | undefined {
  const parts: [number?, number?, number?] = [undefined, undefined, undefined];
  let at = 0;
  for (const child of node.children) {
    if (child.type === ':') at += 1;
    else if (child.isNamed && child.type !== 'comment') {
      const part = machine.evaluate(child, frame);
      if (typeof part !== 'number' && part !== null) return undefined;
      if (part !== null) parts[at] = part;
    }
  }
  return parts[2] === 0 ? undefined : parts;
}

/** Where a slice of so many items starts and stops: `slice.indices`. */
export function rangeOf([start, stop, step = 1]: Slice, size: number): { start: number; stop: number } {
  const [first, last] = step < 0 ? [-1, size - 1] : [0, size];
  const clamped = (at: number): number => Math.min(Math.max(at < 0 ? at + size : at, first), last);
  return {
    start: start === undefined ? (step < 0 ? last : first) : clamped(start),
    stop: stop === undefined ? (step < 0 ? first : last) : clamped(stop),
  };
}

/** The places that a slice of so many items names, in its order. */
export function placesOf(slice: Slice, size: number): number[] {
  const { start, stop } = rangeOf(slice, size);
  const step = slice[2] ?? 1;
  const count = Math.max(0, Math.ceil((stop - start) / step));
  spend(count / 8);
  return Array.from({ length: count }, (_, at) => start + at * step);
}
