import { isUtf8 } from 'node:buffer';
import { InvalidJson, InvalidRequest } from '#libs/platform/errors';
import { reportIgnoredFields } from '../fields/ignored-fields.js';
import { checkJsonShape } from './json-shape.js';

/** How much of the parser's explanation is passed on. */
const POSITION = /at position (\d+)/;
/** How a text in valid UTF-8 spells NUL, or half of a surrogate pair: there is no other way. */
const NUL_OR_SURROGATE = /\\u(?:0000|d[89a-f])/i;

/** A body and what its caller must hear of it. */
export type StrictJson = {
  value: unknown;
  /** Keys `__proto__` were dropped. */
  hasPrototypeKey: boolean;
};

/** Parses a JSON body as `readStrictJson` does, and reports what was dropped. */
export function parseStrictJson(bytes: Buffer): unknown {
  return reported(readStrictJson(bytes));
}

/** The value; a dropped key is reported like an unknown field. */
export function reported({ value, hasPrototypeKey }: StrictJson): unknown {
  if (hasPrototypeKey) reportIgnoredFields(['__proto__']);
  return value;
}

/**
 * Parses a JSON body as RFC 8259 wants it: UTF-8, each key once, and no deeper than any document of ours.
 * A key `__proto__` is dropped.
 * @throws InvalidJson saying what is wrong.
 * @throws InvalidRequest naming a field that holds a NUL character or half of a surrogate pair.
 */
export function readStrictJson(bytes: Buffer): StrictJson {
  if (!isUtf8(bytes)) throw new InvalidJson('The body is not UTF-8.');
  // A mark of the byte order says nothing in UTF-8, and may be passed over (RFC 8259 §8.1).
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const hasPrototypeKey = checkJsonShape(text);
  const value = parse(text);
  if (hasPrototypeKey) dropPrototypeKeys(value);
  if (NUL_OR_SURROGATE.test(text)) refuseBrokenTexts(value, '');
  return { value, hasPrototypeKey };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's own message quotes the body, which may hold secrets.
    const position = POSITION.exec((error as Error).message)?.[1];
    throw new InvalidJson(
      position === undefined
        ? 'The body is not valid JSON.'
        : `The body is not valid JSON: the fault is at character ${position}.`,
    );
  }
}

function dropPrototypeKeys(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const entry of Object.values(value)) dropPrototypeKeys(entry);
}

/** PostgreSQL cannot store NUL, nor half a character in JSON, and no text that people write has them. */
function refuseBrokenTexts(value: unknown, path: string): void {
  if (typeof value === 'string') refuseBrokenText(value, path || 'The body');
  if (typeof value !== 'object' || value === null) return;
  for (const [key, entry] of Object.entries(value)) {
    refuseBrokenText(key, `The name of a field in ${path || 'the body'}`);
    const below = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    refuseBrokenTexts(entry, below);
  }
}

function refuseBrokenText(text: string, field: string): void {
  if (text.includes('\0')) throw nulCharacter(field);
  if (!text.isWellFormed()) {
    throw new InvalidRequest(`${field} must be well-formed Unicode: it holds half of a surrogate pair.`);
  }
}

/** The error for a text that holds a NUL character. */
export function nulCharacter(field: string): Error {
  return new InvalidRequest(`${field} must not contain the NUL character.`);
}
