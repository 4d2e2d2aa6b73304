/** Joins the parts of an emoji such as 👩‍🚀, where it is visible; everywhere else it hides. */
const EMOJI_JOINER =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/gu;

/** Control and format characters (zero-width, right-to-left overrides, tags), line separators, and blank letters. */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2800\u3164\uFFA0]/u;

const JOINER_OR_INVISIBLE = new RegExp(`(${EMOJI_JOINER.source})|${INVISIBLE.source}`, 'gu');

const VISIBLE = new RegExp(INVISIBLE.source.replace('[', '[^\\s'), 'u');

/** Whether a person sees nothing of the text: it is empty, or all white space and invisible characters. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/** Which part of the rule for names a text breaks; undefined when it is a name. */
export function nameProblem(text: string): string | undefined {
  const hidden = INVISIBLE.exec(text.replaceAll(EMOJI_JOINER, ''))?.[0];
  if (hidden !== undefined) {
    const code = hidden.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    return `must not contain invisible, control or text-direction characters (U+${code})`;
  }
  return undefined;
}

/** A text from elsewhere as one can show it for a name: on one line, without what hides. */
export function visibleName(text: string): string {
  const oneLine = text.replaceAll(/\s+/gu, ' ');
  return oneLine.replaceAll(JOINER_OR_INVISIBLE, (_, joiner: string | undefined) => joiner ?? '').trim();
}
