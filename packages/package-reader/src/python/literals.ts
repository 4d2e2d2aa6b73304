import type { Node } from 'web-tree-sitter';

import { spendChars } from './effort.js';
import { parts, type Frame, type Machine } from './machine.js';
import { formatText, reprText, plainText } from './text.js';
import { PyFloat, type Value } from './values.js';

const SIMPLE_ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
  '\r\n': '',
};
const ESCAPE = /\\(\r\n|N\{[^}]*\}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|[0-7]{1,3}|[\s\S])/g;

/** A string literal with its escapes, including the parts of an f-string whose values are known. */
export function stringValue(node: Node, frame: Frame, machine: Machine): Value {
  const prefix = /^[a-zA-Z]*/.exec(node.child(0)?.text ?? '')?.[0].toLowerCase() ?? '';
  if (prefix.includes('b')) return machine.unknown('a bytes value', node, frame);
  const isRaw = prefix.includes('r');
  spendChars(node.endIndex - node.startIndex);
  let text = '';
  for (const child of node.children) {
    if (child.type === 'string_content') {
      const piece = prefix.includes('f')
        ? child.text.replaceAll('{{', '{').replaceAll('}}', '}')
        : child.text;
      if (!isRaw && /(?:^|[^\\])(?:\\\\)*\\N\{/.test(piece))
        return machine.unknown(`the named character in ${shorten(node.text)}`, node, frame);
      text += isRaw ? piece : unescape(piece);
    } else if (child.type === 'interpolation') {
      const piece = interpolated(child, frame, machine);
      if (piece === undefined) return machine.unknown(`the text ${shorten(node.text)}`, node, frame);
      spendChars(piece.length);
      text += piece;
    }
  }
  return text;
}

function interpolated(node: Node, frame: Frame, machine: Machine): string | undefined {
  const expression = node.childForFieldName('expression');
  if (expression === null) return undefined;
  const value = machine.evaluate(expression, frame);
  const conversion = node.childForFieldName('type_conversion')?.text;
  const format = node.childForFieldName('format_specifier');
  if (conversion === '!a') return undefined;
  const shown = conversion === '!r' && typeof value === 'string' ? reprText(value) : value;
  if (shown === undefined) return undefined;
  if (format === null) {
    const text = plainText(shown);
    return node.children.some((child) => child.type === '=') && text !== undefined
      ? `${expression.text}=${text}`
      : text;
  }
  const specification = filledFormat(format, frame, machine);
  return specification === undefined ? undefined : formatText(shown, specification);
}

/** A format specification with the values of its replacement fields. */
function filledFormat(format: Node, frame: Frame, machine: Machine): string | undefined {
  let text = '';
  let from = format.startIndex + 1;
  for (const child of parts(format)) {
    const expression = child.childForFieldName('expression') ?? parts(child)[0];
    const value = expression === undefined ? undefined : plainText(machine.evaluate(expression, frame));
    if (value === undefined) return undefined;
    text += format.text.slice(from - format.startIndex, child.startIndex - format.startIndex) + value;
    from = child.endIndex;
  }
  return text + format.text.slice(from - format.startIndex);
}

function unescape(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPE, (whole, body: string) => {
    if (/^[uUx][0-9a-fA-F]/.test(body)) return codePoint(parseInt(body.slice(1), 16));
    if (/^[0-7]/.test(body)) return codePoint(parseInt(body, 8));
    return SIMPLE_ESCAPES[body] ?? whole;
  });
}

function codePoint(code: number): string {
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}

/** Digits beyond which an integer is of no use to a node. */
const INTEGER_MAX = 10n ** 40n;

/** A Python integer beyond 2^53; absurdly large ones are kept as infinite. */
function integer(value: bigint): Value {
  return value > INTEGER_MAX ? new PyFloat(Infinity) : value;
}

/** The integer or float that a text writes. */
export function numberOf(text: string, isFloat = !/^-?\d+$/.test(text)): Value {
  const value = Number(text);
  if (isFloat) return new PyFloat(value);
  return Number.isSafeInteger(value) ? value : integer(BigInt(text));
}

/** An integer or float literal; imaginary numbers are not known. */
export function numberValue(node: Node, frame: Frame, machine: Machine): Value {
  const text = node.text.replaceAll('_', '').toLowerCase();
  if (Number.isNaN(Number(text))) return machine.unknown(`the number ${shorten(text)}`, node, frame);
  return numberOf(text, node.type === 'float');
}

/** Source text, cut for a reason. */
export function shorten(text: string): string {
  const flat = text.replace(/\s+/g, ' ');
  return flat.length > 80 ? `${flat.slice(0, 79)}…` : flat;
}
