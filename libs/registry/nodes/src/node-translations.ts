import { isStorableText } from '#libs/platform/database';
import { nameProblem, proseProblem, visibleProse } from '#libs/platform/http';

/** Texts of a node in other languages, by canonical BCP 47 tag. */
export type NodeTranslations = Record<string, { name?: string; description?: string }>;

const LANGUAGES_MAX = 100;
const TAG_MAX_CHARS = 35;
const LIMITS = { name: 200, description: 20_000 } as const;
type TextName = keyof typeof LIMITS;

/** Why a value cannot be a node's translations, as a predicate after its name; undefined when it can. */
export function translationsProblem(value: unknown): string | undefined {
  if (!isRecord(value)) return 'must be an object of texts by language tag';
  const tags = Object.keys(value);
  if (tags.length > LANGUAGES_MAX) return `must have at most ${LANGUAGES_MAX} languages`;
  const seen = new Set<string>();
  for (const tag of tags) {
    const canonical = canonicalTag(tag);
    if (canonical === undefined)
      return `must have BCP 47 language tags such as "de" or "pt-BR" as keys ("${tag}" is none)`;
    if (seen.has(canonical)) return `must have each language once ("${canonical}" repeats)`;
    seen.add(canonical);
    const problem = textsProblem(tag, value[tag]);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The same with canonical tags: `EN-us` becomes `en-US`. Only for a value without a problem. */
export function canonicalTranslations(value: NodeTranslations): NodeTranslations {
  return Object.fromEntries(
    Object.entries(value).map(([tag, texts]) => [canonicalTag(tag) ?? tag, { ...texts }]),
  );
}

/** The translations as they may be shown on pages. */
export function shownTranslations(value: NodeTranslations): NodeTranslations {
  return Object.fromEntries(
    Object.entries(value).map(([tag, { description, ...texts }]) => [
      tag,
      description === undefined ? texts : { ...texts, description: visibleProse(description) },
    ]),
  );
}

/** Adds translations to the present ones; a language without texts is removed. */
export function mergedTranslations(present: NodeTranslations, added: NodeTranslations): NodeTranslations {
  const merged = { ...present, ...canonicalTranslations(added) };
  return Object.fromEntries(Object.entries(merged).filter(([, texts]) => Object.keys(texts).length > 0));
}

function textsProblem(tag: string, texts: unknown): string | undefined {
  if (!isRecord(texts)) return `must have an object with name and description under "${tag}"`;
  for (const [name, text] of Object.entries(texts)) {
    if (!Object.hasOwn(LIMITS, name))
      return `must have nothing but name and description under "${tag}" ("${name}" is neither)`;
    const maxLength = LIMITS[name as TextName];
    if (typeof text !== 'string' || !isStorableText(text) || text.length > maxLength) {
      return `must have a string of at most ${maxLength} characters in "${tag}.${name}"`;
    }
    if (name === 'name' && text.trim() === '') return `must not have a blank "${tag}.name"`;
    const hidden = name === 'name' ? nameProblem(text) : proseProblem(text);
    if (hidden !== undefined) return `${hidden} in "${tag}.${name}"`;
  }
  return undefined;
}

function canonicalTag(tag: string): string | undefined {
  if (tag.length > TAG_MAX_CHARS) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
