import { InvalidJson } from '#libs/platform/errors';

/** Deeper than any document of ours; a parser or validator that recurses stays far from the end of its stack. */
const DEPTH_MAX = 64;
/** Bounds the memory that many tiny values take: each costs far more than the two characters it is written with. */
const VALUES_MAX = 200_000;
/** A key is hashed, compared and copied as one piece, in the thread that answers requests too. */
const KEY_MAX_CHARS = 10_000;
const KEY_SHOWN_MAX_CHARS = 100;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Checks what `JSON.parse` lets pass: repeated or endless keys, endless nesting, floods of values. The text need not be valid
 * otherwise. Strings are jumped over, so that a picture of 60 MB in Base64 costs one search.
 * @returns Whether an object has a key `__proto__`.
 * @throws InvalidJson naming the repeated key, or the limit.
 */
export function checkJsonShape(text: string): boolean {
  const keys: (Set<string> | undefined)[] = [];
  let hasPrototypeKey = false;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        if (keys.at(-1) && isFollowedByColon(text, end)) {
          if (end - at > KEY_MAX_CHARS + 1)
            throw new InvalidJson(`The body has a key of more than ${KEY_MAX_CHARS} characters.`);
          const key = readKey(text.slice(at, end + 1));
          addKey(keys.at(-1), key);
          hasPrototypeKey ||= key === '__proto__';
        }
        at = end;
        break;
      }
      case OPEN_OBJECT:
      case OPEN_LIST:
        keys.push(text.charCodeAt(at) === OPEN_OBJECT ? new Set() : undefined);
        if (keys.length > DEPTH_MAX) throw tooMuch(`nested more than ${DEPTH_MAX} levels deep`);
        values += 1;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        keys.pop();
        break;
      case COMMA:
        values += 1;
        break;
      default:
        break;
    }
    if (values > VALUES_MAX) throw tooMuch(`made of more than ${VALUES_MAX} values`);
  }
  return hasPrototypeKey;
}

/** Where the string that opens at `start` closes: the first quote that no odd run of backslashes escapes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

function isFollowedByColon(text: string, end: number): boolean {
  for (let at = end + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x20) return code === COLON;
  }
  return false;
}

/** Two spellings of one key are the same key: `"a"` and `"\u0061"`. */
function readKey(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}

function addKey(keys: Set<string> | undefined, key: string): void {
  if (keys?.has(key)) {
    throw new InvalidJson(`The body has the key ${JSON.stringify(key.slice(0, KEY_SHOWN_MAX_CHARS))} twice.`);
  }
  keys?.add(key);
}

function tooMuch(what: string): Error {
  return new InvalidJson(`The body is ${what}.`);
}
