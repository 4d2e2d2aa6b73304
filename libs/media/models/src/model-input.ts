import { isJsonObject, LongText } from '#libs/platform/http';
import { MODEL_FIELDS } from '#libs/media/providers';
import { GivenImage, type MediaInput } from '#libs/media/work';

/** Whether a field of an input is a picture. */
export function isPicture(name: string): boolean {
  return MODEL_FIELDS[name]?.format === 'picture';
}

/** Reads the pictures of an input; anything else is left as it is. */
export function readInput(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, isPicture(name) ? GivenImage.read(field) : field]),
  );
}

/** What is wrong with its pictures and longest texts, whatever the model. */
export function problemsOfInput(input: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(input).flatMap(([name, value]) => {
    if (value instanceof LongText) return `input.${name} must be a shorter text`;
    const problem = value instanceof GivenImage ? value.problem() : undefined;
    return problem ? `input.${name} ${problem}` : [];
  });
}

export function picturesIn(input: Readonly<Record<string, unknown>>): MediaInput[] {
  return Object.entries(input).flatMap(([name, value]) =>
    value instanceof GivenImage ? [{ field: `input.${name}`, url: value.url, bytes: value.bytes }] : [],
  );
}

/** The input with texts in place of its pictures, in their order. */
export function withReferences(
  input: Readonly<Record<string, unknown>>,
  references: readonly string[] = [],
): Record<string, unknown> {
  const rest = [...references];
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      value instanceof GivenImage ? (rest.shift() ?? '') : value,
    ]),
  );
}
