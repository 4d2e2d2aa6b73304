/** Fields about an account and its people, and those whose value is a secret. */
const PRIVATE =
  /account|user|owner|organi[sz]ation|workspace|team|tenant|customer|email|phone|secret|password|token|signature|api_?key|key_?id/i;
const HIDDEN = '…';
/** Longer words are files, keys or signatures; of a link, any part of its path. */
const WORD = /[\w+/=~-]{65,}/g;
const PART_OF_LINK = /[\w+=~-]{65,}/g;
const FEW_CHARS = 8;

/** A copy of a recorded value without keys, accounts, signatures of links and files. */
export function scrubbed(value: unknown, keys: readonly string[]): unknown {
  if (typeof value === 'string') return scrubbedText(value, keys);
  if (Array.isArray(value)) return value.map((entry) => scrubbed(entry, keys));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      scrubbedText(name, keys),
      PRIVATE.test(name) ? hidden(inner) : scrubbed(inner, keys),
    ]),
  );
}

/** Keeps the shape. */
function hidden(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hidden);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hidden(inner)]));
  if (typeof value === 'string') return value === '' ? '' : HIDDEN;
  return typeof value === 'number' ? 0 : value;
}

function scrubbedText(text: string, keys: readonly string[]): string {
  return keys
    .filter((key) => key !== '')
    .reduce((clean, key) => clean.replaceAll(key, HIDDEN), text)
    .replace(/(https?:\/\/)[^\s"'<>/?#@]*@/g, '$1')
    .replace(/(https?:\/\/[^\s"'<>?#]+)[?#][^\s"'<>]*/g, '$1')
    .replace(text.includes('://') ? PART_OF_LINK : WORD, (word) => word.slice(0, FEW_CHARS));
}
