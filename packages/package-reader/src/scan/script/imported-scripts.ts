import { posix } from 'node:path';

import type { TextFile } from './script-file.js';
import { isHelper } from './triggers.js';

/** `import name, { a as b } from "./other.js"` */
const IMPORT =
  /\bimport\s{1,9}(?:(?<whole>[\w$]{1,60})\s{0,9},?\s{0,9})?(?:\{(?<some>[^{}]{0,2000})\}|\*\s{0,9}as\s{1,9}(?<space>[\w$]{1,60}))?\s{0,9}from\s{0,9}["'](?<from>\.{1,2}\/[^"'\n]{1,200})["']/g;
const EXPORTED =
  /\bexport\s{1,9}(?:async\s{1,9})?(?:const|let|var|class|function\b\s{0,9}\*?)\s{0,9}([\w$]{1,60})/g;
/** `import("./other.js")`, whose members come by name. */
const IMPORT_CALL = /\bimport\s{0,9}\(\s{0,9}["'`](?<called>\.{1,2}\/[^"'`\n]{1,200})["'`]/g;
const EXPORTED_AS = /\bexport\s{0,9}\{([^{}]{0,2000})\}/g;
const DEFAULT = /\bexport\s{1,9}default\b/;
const IMPORTS_MAX = 50;

/** The small scripts of a package that others may import, by their paths. */
export function helpersOf(texts: readonly TextFile[]): ReadonlyMap<string, string> {
  return new Map(texts.filter(({ text }) => isHelper(text)).map(({ path, text }) => [path, text]));
}

/** The text of the small scripts that a script imports, itself or by others, with the names that it gives them; empty when there are none. */
export function importedScripts(file: TextFile, helpers: ReadonlyMap<string, string>): string {
  if (helpers.size === 0) return '';
  const all: string[] = [];
  const seen = new Set([file.path]);
  gather(file, helpers, all, seen);
  return all.length === 0 ? '' : `${all.join('\n')}\n`;
}

/** Adds what a script imports, the deepest first. */
function gather(
  { path, text }: Pick<TextFile, 'path' | 'text'>,
  helpers: ReadonlyMap<string, string>,
  all: string[],
  seen: Set<string>,
): void {
  if (!text.includes('import')) return;
  const found = new Map(
    [...text.matchAll(IMPORT), ...text.matchAll(IMPORT_CALL)].map((match) => [match[0], match]),
  );
  for (const { groups: { whole, some = '', space, from = '', called } = {} } of found.values()) {
    const place = posix.join(posix.dirname(path), (from || (called ?? '')).replace(/[?#].*$/, ''));
    const source = helpers.get(place);
    if (source === undefined || all.length >= IMPORTS_MAX) continue;
    if (!seen.has(place)) {
      seen.add(place);
      gather({ path: place, text: source }, helpers, all, seen);
      all.push(called === undefined ? named(source, whole, some, space) : asMembers(source));
    } else if (called === undefined) all.push(...renamedIn(some));
  }
}

/** A script with what it exports as a whole, some of its names and the space of all its names, as another imports them. */
function named(source: string, all: string | undefined, some: string, space: string | undefined): string {
  return [
    all === undefined ? source : source.replace(DEFAULT, `const ${all} =`),
    ...exportedAs(source),
    ...renamedIn(some),
    space === undefined ? '' : `const ${space} = { ${exportedBy(source).join(', ')} };`,
  ].join('\n');
}

/** A script whose names are members of something that is not known where it is used. */
function asMembers(source: string): string {
  const members = exportedBy(source).map((name) => `imported.${name} = ${name};`);
  return [source, ...exportedAs(source), 'const imported = {};', ...members].join('\n');
}

function exportedBy(source: string): string[] {
  return [
    ...[...source.matchAll(EXPORTED)].map(([, name = '']) => name),
    ...listsOf(source).flatMap((list) =>
      list.split(',').map((each) => each.trim().split(/\s+/).at(-1) ?? ''),
    ),
  ].filter((name) => name !== '' && name !== 'default');
}

/** The names that a script gives to what it exports. */
function exportedAs(source: string): string[] {
  return listsOf(source).flatMap(renamedIn);
}

function listsOf(source: string): string[] {
  return [...source.matchAll(EXPORTED_AS)].map(([, list = '']) => list);
}

function renamedIn(list: string): string[] {
  return [...list.matchAll(/([\w$]+)\s+as\s+(?!default\b)([\w$]+)/g)].map(
    ([, name, alias]) => `const ${alias} = ${name};`,
  );
}
