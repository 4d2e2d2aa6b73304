/** Joins the parts of an emoji such as 👩‍🚀, where it is visible; everywhere else it hides. */
const EMOJI_JOINER =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/gu;

/** Control and format characters (zero-width, right-to-left overrides, tags), line separators, and blank letters. */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2800\u3164\uFFA0]/u;

const JOINER_OR_INVISIBLE = new RegExp(`(${EMOJI_JOINER.source})|${INVISIBLE.source}`, 'gu');

/**
 * What no text of several lines needs: control characters but tab and line ends, overrides, embeddings and isolates of the text
 * direction, and letters of the tag block, which are invisible. Right-to-left scripts do without; their marks are left.
 */
const HIDDEN_IN_PROSE =
  /[\0-\x08\v\f\x0E-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u206F\uFFF9-\uFFFB\u{E0001}-\u{E007F}]/u;

/** The flags of England, Scotland and Wales are spelt with such letters. */
const FLAG = /\u{1F3F4}[\u{E0030}-\u{E007A}]+\u{E007F}/u;

const FLAG_OR_HIDDEN_IN_PROSE = new RegExp(`(${FLAG.source})|${HIDDEN_IN_PROSE.source}`, 'gu');

const VISIBLE = new RegExp(INVISIBLE.source.replace('[', '[^\\s'), 'u');

/** Whether a person sees nothing of the text: it is empty, or all white space and invisible characters. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/** Which part of the rule for names a text breaks; undefined when it is a name. */
export function nameProblem(text: string): string | undefined {
  return refusalOf(INVISIBLE.exec(text.replaceAll(EMOJI_JOINER, '')));
}

/** The character of a longer text that is refused in it; undefined when there is none. */
export function proseProblem(text: string): string | undefined {
  return HIDDEN_IN_PROSE.test(text)
    ? refusalOf(HIDDEN_IN_PROSE.exec(text.replace(new RegExp(FLAG, 'gu'), '')))
    : undefined;
}

function refusalOf(hidden: RegExpExecArray | null): string | undefined {
  if (hidden === null) return undefined;
  const code = hidden[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return `must not contain invisible, control or text-direction characters (U+${code})`;
}

/** A longer text that was stored before, or comes from elsewhere, without what `proseProblem` refuses. */
export function visibleProse(text: string): string {
  if (!HIDDEN_IN_PROSE.test(text)) return text;
  return text.replaceAll(FLAG_OR_HIDDEN_IN_PROSE, (_, flag: string | undefined) => flag ?? '');
}

/** A text from elsewhere as one can show it for a name: on one line, without what hides. */
export function visibleName(text: string): string {
  const oneLine = text.replaceAll(/\s+/gu, ' ');
  return oneLine.replaceAll(JOINER_OR_INVISIBLE, (_, joiner: string | undefined) => joiner ?? '').trim();
}
