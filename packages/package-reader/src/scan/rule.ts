import type { ArchiveFinding, FindingSeverity } from '../archive/index.js';
import type { ScanFile } from './scan-file.js';

/** One thing that the scan looks for. */
export type Rule = {
  /** Stable name; the `code` of its findings. */
  readonly id: string;
  /** Raised whenever the rule finds something else than before. */
  readonly version: number;
  /** `held` holds a version by itself; several `warning`s together do; a `note` never does. */
  readonly severity: FindingSeverity;
  /** What was found, as a sentence for the publisher and the reviewer. */
  readonly message: string;
};

/** Where a rule found something. */
export type Hit = {
  readonly rule: Rule;
  /** Absent for what is declared beside the archive, such as the description. */
  readonly file?: ScanFile;
  /** Place in the text, in UTF-16 units; absent when the whole file shows it. */
  readonly index?: number;
  /** The telling text, where it is not the line at `index`. */
  readonly excerpt?: string;
};

const EXCERPT_CHARS = 200;
const LINES_SHOWN = 5;

/** One finding for each rule and file, with the first lines that show it. */
export function findingsOf(hits: Iterable<Hit>): ArchiveFinding[] {
  const groups = new Map<string, Hit[]>();
  for (const hit of hits) {
    const key = `${hit.rule.id}\n${hit.file?.path ?? ''}`;
    const group = groups.get(key);
    if (!group) groups.set(key, [hit]);
    else if (group.length < LINES_SHOWN) group.push(hit);
  }
  return [...groups.values()].flatMap((group) => finding(group));
}

function finding([first, ...more]: Hit[]): ArchiveFinding[] {
  if (!first) return [];
  const { rule, file } = first;
  const lines = [first, ...more].flatMap(({ index }) =>
    file?.text === undefined || index === undefined ? [] : [lineAt(file.text, index)],
  );
  const excerpt = first.excerpt ?? lineText(first);
  return [
    {
      severity: rule.severity,
      code: rule.id,
      ruleVersion: rule.version,
      message: rule.message,
      ...(file ? { path: file.path, sha256: file.sha256 } : {}),
      ...(lines.length > 0 ? { lines: [...new Set(lines)].sort((a, b) => a - b) } : {}),
      ...(excerpt === undefined ? {} : { excerpt: printableLine(excerpt) }),
    },
  ];
}

function lineText({ file, index }: Hit): string | undefined {
  if (file?.text === undefined || index === undefined) return undefined;
  const { text } = file;
  const start = text.lastIndexOf('\n', index - 1) + 1;
  const end = text.indexOf('\n', index);
  const line = text.slice(start, end === -1 ? undefined : end);
  // Of a very long line the part with the finding.
  return line.length > EXCERPT_CHARS ? text.slice(Math.max(start, index - 40), index + EXCERPT_CHARS) : line;
}

/** The line of a place, from 1. */
function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** A text fit for a reviewer's screen: invisible and direction characters are shown as their code points. */
function printableLine(text: string): string {
  return text
    .slice(0, EXCERPT_CHARS * 2)
    .replace(/[\t\r\n]+/g, ' ')
    .replace(
      /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
      (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
    )
    .trim()
    .slice(0, EXCERPT_CHARS);
}
