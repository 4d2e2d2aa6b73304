/** A longer header says more than we know. */
const HEADER_MAX_CHARS = 256;

/**
 * The seconds that `Prefer: wait=30` asks for (RFC 7240, section 4.3, June 2014), at most `most`; a plain `wait` asks for
 * `most`. Other preferences and malformed ones are ignored, as the RFC demands; the first of several counts.
 * @returns Undefined when nothing is to be waited for.
 */
export function preferredWait(header: string | undefined, most: number): number | undefined {
  if (header === undefined || header.length > HEADER_MAX_CHARS) return undefined;
  // Texts in quotes may contain commas.
  const plain = header.replace(/"(\d*)"/g, '$1').replace(/"[^"]*"/g, 'text');
  const wait = plain.split(',').find((preference) => /^\s*wait\s*(?:[=;]|$)/i.test(preference));
  const understood = /^\s*wait\s*(?:=\s*(\d*)\s*)?(?:;|$)/i.exec(wait ?? '');
  if (!understood) return undefined;
  const seconds = understood[1] ? Number(understood[1]) : most;
  return seconds === 0 ? undefined : Math.min(seconds, most);
}
