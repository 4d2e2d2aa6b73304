import { InvalidJson } from '#libs/platform/errors';

/** Deeper than any document of ours; a parser or validator that recurses stays far from the end of its stack. */
const DEPTH_MAX = 64;
/** Bounds the memory that many tiny values take: each costs far more than the two characters it is written with. */
const VALUES_MAX = 200_000;
/** A key is hashed, compared and copied as one piece, in the thread that answers requests too. */
const KEY_MAX_CHARS = 10_000;
const KEY_SHOWN_MAX_CHARS = 100;

/**
 * Checks what `JSON.parse` lets pass: repeated or endless keys, endless nesting, floods of values. The text need not be valid
 * otherwise. Strings are jumped over, so that a picture of 60 MB in Base64 costs one search.
 * @returns Whether an object has a key `__proto__`.
 * @throws InvalidJson naming the repeated key, or the limit.
 */
export function checkJsonShape(text: string): boolean {
  const marks = /["{}[\],]/g;
  const open: (Set<string> | undefined)[] = [];
  let hasPrototypeKey = false;
  let values = 1;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const keys = open.at(-1);
    switch (mark[0]) {
      case '"':
        marks.lastIndex = endOfString(text, mark.index);
        if (!keys || !isFollowedByColon(text, marks.lastIndex)) break;
        hasPrototypeKey = addKey(keys, text.slice(mark.index, marks.lastIndex)) || hasPrototypeKey;
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        values += 1;
        break;
      default:
        open.push(mark[0] === '{' ? new Set() : undefined);
        if (open.length > DEPTH_MAX) throw tooMuch(`nested more than ${DEPTH_MAX} levels deep`);
        values += 1;
    }
    if (values > VALUES_MAX) throw tooMuch(`made of more than ${VALUES_MAX} values`);
  }
  return hasPrototypeKey;
}

/** Behind the string that opens at `start`: it ends with the first quote that no odd run of backslashes escapes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length;
}

function isFollowedByColon(text: string, end: number): boolean {
  const colon = /[\0-\x20]*:/y;
  colon.lastIndex = end;
  return colon.test(text);
}

/** @param literal With its quotes. @returns Whether it is `__proto__`. */
function addKey(keys: Set<string>, literal: string): boolean {
  if (literal.length > KEY_MAX_CHARS + 2)
    throw new InvalidJson(`The body has a key of more than ${KEY_MAX_CHARS} characters.`);
  const key = readKey(literal);
  if (keys.has(key)) {
    throw new InvalidJson(`The body has the key ${JSON.stringify(key.slice(0, KEY_SHOWN_MAX_CHARS))} twice.`);
  }
  keys.add(key);
  return key === '__proto__';
}

/** Two spellings of one key are the same key: `"a"` and `"\u0061"`. */
function readKey(literal: string): string {
  try {
    return literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);
  } catch {
    return literal;
  }
}

function tooMuch(what: string): Error {
  return new InvalidJson(`The body is ${what}.`);
}
