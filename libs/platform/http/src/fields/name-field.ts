import { countCharacters } from './count-characters.js';
import { field, type FieldOptions } from './field.js';
import { nameProblem } from './visible-text.js';

/** Which part of the rule for names a value breaks; undefined when it is a name, or '' where that may be. */
function problemOfName(
  value: unknown,
  { rule, least, maxLength }: { rule: string; least: number; maxLength: number },
): string | undefined {
  if (typeof value !== 'string' || !value.isWellFormed() || countCharacters(value) > maxLength) return rule;
  if (least > 0 && value.trim() === '') return rule;
  return nameProblem(value);
}

/** Ticks, as services draw them beside accounts that they have verified. */
const CHECK_MARK = /[\u2611\u2705\u2713\u2714\u{1F5F8}\u{1F5F9}\u{1FBB1}]/u;

function checkMarkProblem(value: unknown): string | undefined {
  return CHECK_MARK.test(String(value)) ? 'must not contain a check mark such as ✔' : undefined;
}

/**
 * A text shown on one line: no control, zero-width or text-direction characters, and not blank unless `mayBeEmpty`.
 * @param options `isIdentity`: it says who or what something is, so a check mark would pass for ours.
 */
export function NameField(
  options: FieldOptions & { maxLength: number; mayBeEmpty?: boolean; isIdentity?: boolean },
): PropertyDecorator {
  const { maxLength, isIdentity = false } = options;
  const least = options.mayBeEmpty === true ? 0 : 1;
  const rule = `must be a string of ${least} to ${maxLength} visible characters`;
  const problemOf = (value: unknown) =>
    problemOfName(value, { rule, least, maxLength }) ?? (isIdentity ? checkMarkProblem(value) : undefined);
  return field(options, {
    rule,
    problemOf,
    blankIsEmpty: least === 0,
    schema: { type: 'string', maxLength, minLength: least || undefined },
  });
}

/** A list of texts, each as a `NameField` takes it: tags. */
export function NameListField(
  options: FieldOptions & { maxItems: number; maxLength: number; default?: readonly string[] },
): PropertyDecorator {
  const { maxItems, maxLength } = options;
  const rule = `must be a list of at most ${maxItems} strings of 1 to ${maxLength} visible characters`;
  const problemOf = (value: unknown): string | undefined => {
    if (!Array.isArray(value) || value.length > maxItems) return rule;
    for (const entry of value) {
      const problem = problemOfName(entry, { rule, least: 1, maxLength });
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  return field(options, {
    rule,
    default: options.default,
    isArray: true,
    problemOf,
    schema: { type: 'array', minItems: 0, maxItems, items: { type: 'string', minLength: 1, maxLength } },
  });
}
