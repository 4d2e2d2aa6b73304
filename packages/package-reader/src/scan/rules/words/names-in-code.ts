import type { Hit } from '../../rule.js';
import type { ScanFile } from '../../scan-file.js';
import { rule } from '../define-rule.js';
import { withoutTexts } from './code-text.js';

const BIDI = rule(
  'bidi_controls',
  'Has direction characters in its code, so that people read something else than what runs.',
);
const MIXED = rule('look_alike_name', 'Has a name in its code with letters that look like others.');
const INVISIBLE = rule('invisible_name', 'Has invisible characters inside a name in its code.');

export const NAME_RULES = [BIDI, MIXED, INVISIBLE];

const CODE_FILE = /\.(?:py|pyw|pyx|js|mjs|cjs|ts|jsx|tsx|sh|bash|bat|cmd|ps1)$/i;
/** In a range of a pattern they deceive nobody. */
const DIRECTION = /(?<!-)[\u202a-\u202e\u2066-\u2069](?!-)/;
/** Cyrillic and Greek letters that look like Latin ones; those of formulas, such as ν and Δ, are not among them. */
const ALIKE = 'асеіјорѕхуһԁԛԝɡАВЕЅІЈКМНОРСТХУοΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';
/** Not in the ranges of a pattern: `a-zа-я`. */
const MIXED_WORD = new RegExp(`(?<!-)(?:[a-zA-Z][${ALIKE}]|[${ALIKE}][a-zA-Z])(?!-)`, 'gu');
/** Letters in other styles, which Python reads as the plain ones. */
const STYLED_WORD = /[\u{1d400}-\u{1d7ff}\uff21-\uff3a\uff41-\uff5a]{2,}/gu;
/** Between Latin letters: other scripts join their letters so. */
const INVISIBLE_IN_WORD = /[\w$][\u200b-\u200d\u2060\u00ad\ufeff\u3164\uffa0\u115f]+[\w$]/gu;
const ALIKE_LETTER = new RegExp(`[${ALIKE}]`, 'u');
const SUSPICIOUS = /[^\0-\u00ac\u00ae-\u00ff]|\u00ad/;
const HITS_MAX = 10;

/** Finds characters in code that make it look like something else. */
export function nameHits(file: ScanFile): Hit[] {
  const { path, text } = file;
  if (text === undefined || !CODE_FILE.test(path) || !SUSPICIOUS.test(text)) return [];
  const hits: Hit[] = [];
  const direction = DIRECTION.exec(text);
  if (direction) hits.push({ rule: BIDI, file, index: direction.index });
  const isPython = /\.py[wx]?$/i.test(path);
  // The blanked text is made only where there is something to find.
  const patterns: readonly [RegExp, Hit['rule']][] = [
    ...(ALIKE_LETTER.test(text) ? ([[MIXED_WORD, MIXED]] as [RegExp, Hit['rule']][]) : []),
    ...(isPython ? ([[STYLED_WORD, MIXED]] as [RegExp, Hit['rule']][]) : []),
    [INVISIBLE_IN_WORD, INVISIBLE],
  ];
  const present = patterns.filter(([pattern]) => text.search(pattern) !== -1);
  if (present.length === 0) return hits;
  const code = withoutTexts(text, isPython);
  for (const [pattern, rule] of present)
    for (const { index } of [...code.matchAll(pattern)].slice(0, HITS_MAX)) hits.push({ rule, file, index });
  return hits;
}
