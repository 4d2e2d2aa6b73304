/** Values of named places; undefined where a request has none. */
export type Places = Readonly<Record<string, string | number | boolean | undefined>>;

/** `{{name}}`, or `{{name|value when there is none}}`. */
const PLACE = /\{\{(\w+)(?:\|([^{}]*))?\}\}/g;

/**
 * A copy of a template with its places filled in. A text that is one place becomes the value, with its type, and is
 * left out of its object or list when there is none; inside a longer text, places become texts.
 */
export function fill(template: unknown, places: Places): unknown {
  if (typeof template === 'string') return fillText(template, places);
  if (Array.isArray(template))
    return template.map((item) => fill(item, places)).filter((item) => item !== undefined);
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).flatMap(([name, value]) => {
      const filled = fill(value, places);
      return filled === undefined ? [] : [[name, filled]];
    }),
  );
}

/** The names of the places in a template, each with its value when there is none. */
export function placesIn(template: unknown): Map<string, unknown> {
  const places = textsIn(template).flatMap((text) => [...text.matchAll(PLACE)]);
  return new Map(places.map((place) => [place[1] as string, valueOf(place, {})]));
}

function textsIn(template: unknown): string[] {
  if (typeof template === 'string') return [template];
  return typeof template === 'object' && template !== null ? Object.values(template).flatMap(textsIn) : [];
}

function fillText(text: string, places: Places): unknown {
  const [first] = text.matchAll(PLACE);
  if (first?.[0] === text) return valueOf(first, places);
  return text.replace(PLACE, (...found) =>
    String(valueOf(found as unknown as RegExpMatchArray, places) ?? ''),
  );
}

function valueOf([, name = '', usual]: RegExpMatchArray, places: Places): unknown {
  const value = places[name];
  if (value !== undefined || usual === undefined) return value;
  try {
    return JSON.parse(usual);
  } catch {
    return usual;
  }
}
