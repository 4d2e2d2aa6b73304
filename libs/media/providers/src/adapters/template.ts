/** Values of named places; undefined where a request has none. */
export type Places = Readonly<Record<string, string | number | boolean | undefined>>;

const PLACE = /\{\{(\w+)\}\}/g;
const ONLY_A_PLACE = /^\{\{(\w+)\}\}$/;

/**
 * A copy of a template with its places filled in. A text that is one place becomes the value, with its type, and is
 * left out of its object or list when there is none; inside a longer text, places become texts.
 */
export function fill(template: unknown, places: Places): unknown {
  if (typeof template === 'string') {
    const [, only] = ONLY_A_PLACE.exec(template) ?? [];
    if (only !== undefined) return places[only];
    return template.replace(PLACE, (_, name: string) => String(places[name] ?? ''));
  }
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

/** The names of the places in a template. */
export function placesIn(template: unknown): Set<string> {
  return new Set([...JSON.stringify(template).matchAll(PLACE)].map(([, name]) => name as string));
}
