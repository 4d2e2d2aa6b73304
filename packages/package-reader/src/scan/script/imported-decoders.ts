import { posix } from 'node:path';

import type { TextFile } from './script-file.js';
import { isDecoder } from './triggers.js';

/** `import name, { a as b } from "./other.js"` */
const IMPORT =
  /\bimport\s{1,9}(?:([\w$]{1,60})\s{0,9},?\s{0,9})?(?:\{([^{}]{0,2000})\}|\*\s{0,9}as\s{1,9}([\w$]{1,60}))?\s{0,9}from\s{0,9}["'](\.{1,2}\/[^"'\n]{1,200})["']/g;
const EXPORTED =
  /\bexport\s{1,9}(?:async\s{1,9})?(?:const|let|var|class|function\b\s{0,9}\*?)\s{0,9}([\w$]{1,60})/g;
const DEFAULT = /\bexport\s{1,9}default\b/;
const IMPORTS_MAX = 20;

/** The scripts of a package that decode, and that others may import, by their paths. */
export function decodersOf(texts: readonly TextFile[]): ReadonlyMap<string, string> {
  return new Map(texts.filter(({ text }) => isDecoder(text)).map(({ path, text }) => [path, text]));
}

/** The text of the scripts that decode and that a script imports, with the names that it gives them; empty when there are none. */
export function importedDecoders({ path, text }: TextFile, decoders: ReadonlyMap<string, string>): string {
  if (decoders.size === 0) return '';
  const sources: string[] = [];
  for (const [, all, some = '', space, from = ''] of text.matchAll(IMPORT)) {
    const source = decoders.get(posix.join(posix.dirname(path), from.replace(/[?#].*$/, '')));
    if (source === undefined || sources.length >= IMPORTS_MAX) continue;
    const names = [...source.matchAll(EXPORTED)].map(([, name = '']) => name);
    const renamed = [...some.matchAll(/([\w$]+)\s+as\s+([\w$]+)/g)].map(
      ([, name, alias]) => `const ${alias} = ${name};`,
    );
    sources.push(
      all === undefined ? source : source.replace(DEFAULT, `const ${all} =`),
      ...renamed,
      space === undefined ? '' : `const ${space} = { ${names.join(', ')} };`,
    );
  }
  return sources.length === 0 ? '' : `${sources.join('\n')}\n`;
}
