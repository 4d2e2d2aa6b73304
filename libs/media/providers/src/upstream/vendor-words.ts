import type { UpstreamOptions } from '../terms/upstream-options.js';

const MAX_CHARS = 300;
/** Characters searched for secrets; matching patterns takes time. */
const MAX_READ_CHARS = 2_000;
const MAX_DEPTH = 3;
/** Where vendors put the error message in JSON; the first field with a text is used. */
const FIELDS = [
  'message',
  'err_msg',
  'error_message',
  'msg',
  'detail',
  'reason',
  'error',
  'err_code',
  'code',
];
/** Where a vendor puts a prompt that it would take in place of the one that it refused. */
const SUGGESTION = 'prompt_suggestion';
/** Keys, ids and links of the vendor, and their replacements. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\bdata:[\w/+.-]*;base64,[\w+/=]*/gi, '[data]'],
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]*/gi, '[link]'],
  [/\?[^\s"'<>]*=[^\s"'<>]*/g, '?…'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[address]'],
  [/\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b/g, '[address]'],
  [/\b(Bearer|Basic|Token|Key)\s+[\w.~+/=-]{8,}/gi, '$1 …'],
  [/\b([\w-]*(?:key|token|secret|password|signature))("?\s*[=:]\s*"?)[^\s"',;&]+/gi, '$1$2…'],
  // Ids, digests and tokens: long, and not letters alone.
  [/(?=[\w+/=~.-]*\d)[\w+/=~-][\w+/=~.-]{19,}/g, '…'],
];

type WordsOptions = Pick<
  UpstreamOptions,
  'apiKeys' | 'baseUrl' | 'vendor' | 'adapter' | 'models' | 'recipes'
>;

/**
 * What a vendor said about a failure, fit for our callers: its sentence from JSON or plain text, short, on one line,
 * without our key, addresses, ids and anything else that looks like a secret.
 * @param said Unchecked: a text, perhaps of JSON, or a part of a JSON answer.
 * @param vendorId The vendor's id for the work, which is removed.
 * @returns Undefined when it said nothing readable.
 */
export function vendorWords(
  said: unknown,
  options: WordsOptions,
  vendorId?: string | null,
): string | undefined {
  const sentence = sentenceOf(said, MAX_DEPTH);
  if (sentence === undefined) return undefined;
  const suggestion = suggestionIn(said, MAX_DEPTH);
  const text = suggestion === undefined ? sentence : `${sentence} Suggested prompt: ${suggestion}`;
  const { apiKeys, baseUrl } = options;
  const keys = apiKeys.map((key) => key.reveal());
  const known = [...keys, new URL(baseUrl).host, vendorId ?? ''].filter((part) => part !== '');
  const withoutKnown = known.reduce((clean, part) => clean.replaceAll(part, '…'), wholeWords(text));
  const clean = [...SECRETS, ...namesIn(options)]
    .reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), withoutKnown)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  const characters = [...clean];
  if (characters.length === 0) return undefined;
  return characters.length > MAX_CHARS ? `${characters.slice(0, MAX_CHARS - 1).join('')}…` : clean;
}

/** Patterns of the vendor's names and of its models. */
function namesIn({ vendor, adapter, models, recipes }: WordsOptions): [RegExp, string][] {
  const ofModels = [
    ...(models?.values() ?? []),
    ...[...recipes.values()].flatMap(({ model }) => model ?? []),
  ];
  const word = (name: string): RegExp => new RegExp(`(?<!\\w)${RegExp.escape(name)}(?!\\w)`, 'gi');
  return [
    ...ofModels.map((name): [RegExp, string] => [word(name), 'the model']),
    ...[vendor, adapter]
      .filter((name) => name !== '')
      .map((name): [RegExp, string] => [word(name), 'the provider']),
  ];
}

/** Options with which the words keep the names of the vendor and of its models: for operators. */
export function namedForOperators(options: UpstreamOptions): UpstreamOptions {
  return { ...options, vendor: '', adapter: '', models: undefined, recipes: new Map() };
}

/** The beginning of a long text. A word that was cut may be half a secret, which no pattern finds. */
function wholeWords(text: string): string {
  return text.length > MAX_READ_CHARS ? text.slice(0, MAX_READ_CHARS).replace(/\S*$/, '') : text;
}

function sentenceOf(said: unknown, depth: number): string | undefined {
  if (typeof said === 'string') return sentenceOfText(said.trim(), depth);
  if (typeof said !== 'object' || said === null || depth === 0) return undefined;
  if (Array.isArray(said)) return sentenceOf(said[0], depth - 1);
  for (const field of FIELDS) {
    const sentence = sentenceOf((said as Record<string, unknown>)[field], depth - 1);
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}

function suggestionIn(said: unknown, depth: number): string | undefined {
  const outer = typeof said === 'string' ? looseJson(said) : said;
  if (typeof outer !== 'object' || outer === null || depth === 0) return undefined;
  const { [SUGGESTION]: own } = outer as Record<string, unknown>;
  if (typeof own === 'string' && own !== '') return own;
  const inner = Object.values(outer).filter((value) => typeof value === 'object');
  return inner.map((value) => suggestionIn(value, depth - 1)).find((found) => found !== undefined);
}

function looseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** HTML pages are not messages. */
function sentenceOfText(text: string, depth: number): string | undefined {
  if (text === '' || text.startsWith('<')) return undefined;
  if (!/^[[{"]/.test(text) || depth === 0) return text;
  try {
    return sentenceOf(JSON.parse(text), depth);
  } catch {
    return text;
  }
}
