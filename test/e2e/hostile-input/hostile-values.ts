/** One character, two UTF-16 units. */
const PAIR = '🎨';
/** More units than any column that is cut, or any index, keeps of a text. */
const LONG = 520;

/**
 * Texts that break a careless reader. The two long ones have a character of two units across every odd and across
 * every even unit, so that no length at which a text may be cut is safe by chance.
 */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' \u200B',
  'a\u0000b',
  '\u001F\u007F',
  '\u202Egpj.exe',
  PAIR.repeat(LONG / 2),
  `a${PAIR.repeat(LONG / 2)}`,
  // Each of these grows when it is folded or decomposed: İ to two characters, U+0344 to two marks, ﷺ to eighteen.
  'İß\u0344ﷺ'.repeat(30),
  '__proto__',
  'constructor',
  '../../etc/passwd',
  `'"\\%_$1&!|<->:*(`,
  '-1',
  '1e999',
  '9223372036854775808',
  'https://[::1',
  '0000-02-30T24:00:60Z',
  'bnVsbA',
  '00000000-0000-0000-0000-000000000000',
];

/** What a text cannot spell in a URL that is made from text: broken percent-encoding, and bytes that are not UTF-8. */
export const HOSTILE_ENCODINGS: readonly string[] = ['%', '%zz', '%FF', '%ED%A0%80', '%C0%80', 'a%2Fb'];

/** JSON, as text, in place of the value of a field. */
export const HOSTILE_JSON: readonly string[] = [
  'null',
  'true',
  '-0',
  '1.5',
  '-2147483649',
  '9007199254740993',
  '1e999',
  '"half a character \\ud83d"',
  '"https://example.com/\\udfa8"',
  '[]',
  '[null]',
  '[[{"constructor":1}]]',
  `["${PAIR.repeat(40)}","a${PAIR.repeat(40)}"]`,
  '{}',
  '{"constructor":1}',
  '{"__proto__":{"toString":1},"length":-1}',
  '{"toString":null,"then":{},"toJSON":1}',
  `${'['.repeat(60)}${']'.repeat(60)}`,
];

/** Whole bodies that are no request. */
export const HOSTILE_BODIES: readonly string[] = [
  '',
  'null',
  '"text"',
  '[{}]',
  '{"a":1',
  '{"a":1,"a":2}',
  '\uFEFF{}',
  '{"":1,"\\r\\nX-Header":2,"🎨":3}',
  '{"\\ud83d":1}',
  '{"constructor":{"prototype":{}}}',
  '['.repeat(10_000),
  `{${Array.from({ length: 500 }, (_, index) => `"é${index}":0`).join(',')}}`,
];

/** What follows the name of a parameter in place of one `=value`. */
export const HOSTILE_PARAMETERS: readonly string[] = ['=1&$=2', '[]=1', '[a]=1', '[__proto__]=1', ''];

/** Headers that a route may read, each sent alone. */
export const HOSTILE_HEADERS: readonly (readonly [string, string])[] = [
  ['Idempotency-Key', ''],
  ['Idempotency-Key', 'é'],
  ['Idempotency-Key', 'k'.repeat(256)],
  ['Content-Type', 'application/json; charset=utf-16'],
  ['Content-Type', 'multipart/form-data; boundary='],
  ['Content-Encoding', 'gzip, gzip'],
  ['Content-Digest', 'sha-256=:x:'],
  ['Accept', 'garbage;;;q=nan'],
  ['Accept-Encoding', '*;q=0'],
  ['Range', 'bytes=99999999999999999999-'],
  ['Range', 'bytes=5-1,-0,a-b'],
  ['If-None-Match', 'W/,"", garbage'],
  ['If-Range', 'Wed, 21 Oct 275761 07:28:00 GMT'],
  ['Last-Event-ID', '1e999'],
  ['Authorization', 'Bearer a b'],
  ['Authorization', 'Bearer eyJhbGciOiJub25lIn0.e30.'],
  ['X-API-Key', 'ÿ'],
  ['X-Request-Id', 'ÿ'.repeat(300)],
  ['X-Forwarded-For', 'garbage, ::'],
];
