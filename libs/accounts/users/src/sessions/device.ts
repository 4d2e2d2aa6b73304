/** A `User-Agent` may contain several of these names; the more specific ones come first. */
const BROWSERS = { Edge: /Edg/, Opera: /OPR/, Firefox: /Firefox/, Chrome: /Chrom/, Safari: /Safari/ };
const SYSTEMS = {
  Android: /Android/,
  iOS: /iPhone|iPad/,
  Windows: /Windows/,
  macOS: /Mac OS X/,
  Linux: /Linux/,
};

/** The browser and system according to the `User-Agent`, so that a person recognises the session. */
export function deviceOf(userAgent: string | undefined): string {
  const nameIn = (names: Readonly<Record<string, RegExp>>): string | undefined =>
    Object.entries(names).find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter(Boolean).join(' on ');
}
