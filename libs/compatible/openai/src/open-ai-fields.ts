import { isJsonObject, readRequest } from '#libs/platform/http';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Divides a request into the fields of OpenAI, checked, and the others, which are the model's own.
 * @throws InvalidRequest
 */
export function divide<T extends object>(
  type: new () => T,
  names: readonly string[],
  body: unknown,
  options: { convertsText: boolean },
): { known: T; others: Fields } {
  if (!isJsonObject(body)) return { known: readRequest(type, body, options), others: {} };
  const entries = Object.entries(body);
  const known = Object.fromEntries(entries.filter(([name]) => names.includes(name)));
  const others = Object.fromEntries(
    entries.filter(([name, value]) => !names.includes(name) && value !== null),
  );
  return { known: readRequest(type, known, options), others };
}
