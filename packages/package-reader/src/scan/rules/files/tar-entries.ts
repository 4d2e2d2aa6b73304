const BLOCK = 512;

/** A file, or a link to `target`. */
type TarEntry = { readonly name: string; readonly content: Buffer; readonly target?: string };

/** The files in a tar file, at most `most`, and whether they are all; https://www.gnu.org/software/tar/manual, "Basic Tar Format". */
export function tarEntries(bytes: Buffer, most: number): { entries: TarEntry[]; isWhole: boolean } {
  const entries: TarEntry[] = [];
  for (let at = 0; at + BLOCK <= bytes.length;) {
    // A block of zeros is the end.
    if (bytes[at] === 0) return { entries, isWhole: true };
    const size = Number.parseInt(field(bytes, at + 124, 12), 8);
    const start = at + BLOCK;
    if (entries.length >= most || !(size >= 0) || start + size > bytes.length) break;
    const kind = field(bytes, at + 156, 1);
    const isLink = kind === '1' || kind === '2';
    if (kind === '' || kind === '0' || kind === '7' || isLink) {
      const folder = field(bytes, at + 345, 155);
      const name = field(bytes, at, 100);
      entries.push({
        name: folder === '' ? name : `${folder}/${name}`,
        content: bytes.subarray(start, start + size),
        ...(isLink ? { target: field(bytes, at + 157, 100) } : {}),
      });
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK;
    if (at === bytes.length) return { entries, isWhole: true };
  }
  return { entries, isWhole: false };
}

function field(bytes: Buffer, start: number, length: number): string {
  const text = bytes.toString('latin1', start, start + length);
  const end = text.indexOf('\0');
  return end === -1 ? text : text.slice(0, end);
}
