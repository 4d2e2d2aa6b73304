import { PROMPT_WEIGHT_MAX, PROMPT_WEIGHT_MIN, promptWeights } from '@atelier/engines/image';
import { isStorableText } from '#libs/platform/database';
import { countCharacters, CustomField, type FieldOptions } from '#libs/platform/http';

/** Longest prompt of an image task. Our choice: service.md names no limit for images. */
export const PROMPT_MAX_CHARS = 4_000;

function problemOf(value: unknown): string | undefined {
  const isText =
    typeof value === 'string' && countCharacters(value) <= PROMPT_MAX_CHARS && isStorableText(value);
  if (!isText) return `must be a string of at most ${PROMPT_MAX_CHARS} characters without NUL`;
  const wrong = promptWeights(value).find(
    (weight) => weight < PROMPT_WEIGHT_MIN || weight > PROMPT_WEIGHT_MAX,
  );
  return wrong === undefined
    ? undefined
    : `must keep each weight from ${PROMPT_WEIGHT_MIN} to ${PROMPT_WEIGHT_MAX}, not ${wrong}`;
}

/** A prompt in which `(text:weight)` stresses a part; unbalanced brackets are plain text. */
export function RelightPromptField(options: FieldOptions): PropertyDecorator {
  return CustomField(options, {
    rule: `must be a string of at most ${PROMPT_MAX_CHARS} characters`,
    problemOf,
    schema: { type: 'string', maxLength: PROMPT_MAX_CHARS },
  });
}
