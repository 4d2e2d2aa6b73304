import type { Node } from 'web-tree-sitter';

import { parts, type Frame, type Machine } from './machine.js';
import type { Value } from './values.js';

/** The first text in a module, class or function; None when there is none. */
export function documentationOf(body: Node, frame: Frame, machine: Machine): Value {
  const [first] = parts(body);
  const [expression] = first?.type === 'expression_statement' ? parts(first) : [];
  if (expression?.type !== 'string' && expression?.type !== 'concatenated_string') return null;
  const text = /^[a-z]*f/i.test(expression.text) ? null : machine.evaluate(expression, frame);
  return typeof text === 'string' ? text : null;
}

/** `inspect.cleandoc`: without the indentation that the code gives a text, and without blank lines around it. */
export function cleanText(text: string): string {
  const [first = '', ...rest] = withoutTabs(text).split('\n');
  const margin = indentOf(rest);
  const lines = [first.trimStart(), ...rest.map((line) => line.slice(margin))];
  while (lines.at(-1) === '') lines.pop();
  while (lines[0] === '') lines.shift();
  return lines.join('\n');
}

/** `textwrap.dedent`. */
export function dedented(text: string): string {
  const lines = text.split('\n').map((line) => (line.trim() === '' ? '' : line));
  const margin = indentOf(lines);
  return lines.map((line) => line.slice(margin)).join('\n');
}

function indentOf(lines: readonly string[]): number {
  const margins = lines
    .filter((line) => line.trimStart() !== '')
    .map((line) => line.length - line.trimStart().length);
  return margins.reduce((least, margin) => Math.min(least, margin), margins[0] ?? 0);
}

/** `text.expandtabs()`. */
function withoutTabs(text: string): string {
  return text.replace(/[^\n]*\t[^\n]*/g, (line) =>
    line.split('\t').reduce((done, piece) => done.padEnd((Math.floor(done.length / 8) + 1) * 8) + piece),
  );
}
