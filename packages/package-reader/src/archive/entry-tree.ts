import type { ArchiveEntry } from './archive-entry.js';
import { ArchiveRefused, printable } from './archive-refusal.js';
import { collisionKey } from './entry-name.js';

/**
 * Refuses names that would overwrite each other when unpacked: equal ones, ones that differ only in case or Unicode form, and a
 * file where another entry needs a folder.
 *
 * @throws ArchiveRefused `duplicate_name`
 */
export function assertDistinct(entries: readonly ArchiveEntry[]): void {
  const files = new Map<string, string>();
  const all = new Set<string>();
  for (const { name, isFolder } of entries) {
    const key = collisionKey(name);
    if (all.has(key)) throw new ArchiveRefused('duplicate_name', `The name ${printable(name)} occurs twice.`);
    all.add(key);
    if (!isFolder) files.set(key, name);
  }
  for (const { name } of entries) {
    const key = collisionKey(name);
    for (let cut = key.lastIndexOf('/'); cut > 0; cut = key.lastIndexOf('/', cut - 1)) {
      const file = files.get(key.slice(0, cut));
      if (file === undefined) continue;
      throw new ArchiveRefused('duplicate_name', `${printable(file)} is both a file and a folder.`);
    }
  }
}

/** Leftovers of desktop systems; they neither count as content nor prevent the detection of a wrapper folder. */
export function isSystemLeftover(name: string): boolean {
  return (
    /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name) ||
    /(?:^|\/)\._[^/]*$/.test(name)
  );
}

/**
 * The folder that wraps the whole package, as hosting sites make it, with its final `/`; `''` when files lie at
 * the top.
 */
export function wrapperFolder(entries: readonly ArchiveEntry[]): string {
  let wrapper: string | undefined;
  for (const { name } of entries) {
    if (isSystemLeftover(name)) continue;
    const cut = name.indexOf('/');
    const top = name.slice(0, cut + 1);
    if (cut === -1 || (wrapper !== undefined && wrapper !== top)) return '';
    wrapper = top;
  }
  return wrapper ?? '';
}

const LICENCE_NAME = /^(?:(?:[\w.]+[-_. ])?(?:un)?licen[cs]es?|copying(?:\.lesser)?)(?:[-_. ][\w.+-]*)?$/i;
const LICENCE_FORMAT = /\.(?:py|js|ts|json|png|svg)$/i;

/**
 * The package's licence text: `LICENSE`, `LICENCE`, `COPYING` or `UNLICENSE` with any ending, at the top of the
 * package or, failing that, in its `LICENSES` folder.
 *
 * @returns The path inside the package, without the wrapper folder.
 */
export function licenceFile(paths: readonly string[]): string | undefined {
  const top = paths.filter(
    (path) => !path.includes('/') && LICENCE_NAME.test(path) && !LICENCE_FORMAT.test(path),
  );
  const folder = paths.filter((path) => /^licen[cs]es?\/[^/]+$/i.test(path));
  return top.sort((a, b) => a.length - b.length)[0] ?? folder.sort()[0];
}
