import { MARK } from './marks.js';
import { composed, type ScriptValue } from './script-value.js';

const ESCAPE = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|\r?\n|([\s\S]))/gi;
const SIMPLE: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '' };

/** The text of a literal's content; letters written as numbers mark it as decoded. */
export function escaped(source: string): ScriptValue {
  let letters = 0;
  const text = source.replace(ESCAPE, (_, hex?: string, short?: string, long?: string, simple?: string) => {
    const digits = hex ?? short ?? long;
    if (digits === undefined) return simple === undefined ? '' : (SIMPLE[simple] ?? simple);
    const code = parseInt(digits, 16);
    if (code > 0x10ffff) return '';
    const character = String.fromCodePoint(code);
    if (/[a-z]/i.test(character)) letters += 1;
    return character;
  });
  return composed(text, letters > 3 || (letters > 0 && letters * 2 > text.length) ? MARK.decoded : 0);
}
