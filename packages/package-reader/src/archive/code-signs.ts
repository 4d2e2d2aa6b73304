import { setImmediate as nextTurn } from 'node:timers/promises';

import type { ArchiveFinding, FindingSeverity } from './archive-finding.js';
import type { PackageContent } from './package-content.js';
import { PYTHON_FILE } from './python-text.js';

/** Something in a package that a reviewer may want to look at. It proves nothing, and refuses nothing. */
type Sign = { code: string; severity: FindingSeverity; message: string; pattern: RegExp };

/** Searched for in Python files. Patterns repeat only after plain letters, so that a search stays linear. */
const CODE_SIGNS: readonly Sign[] = [
  {
    code: 'runs_text',
    severity: 'note',
    message: 'Runs text as code.',
    pattern: /(?<![\w.])(?:eval|exec)\s*\(/g,
  },
  {
    code: 'starts_programs',
    severity: 'note',
    message: 'Starts other programs.',
    pattern: /\bos\.(?:system|popen|startfile|exec[lv]\w{0,2}|spawn[lv]\w{0,2})\s*\(|\bsubprocess\.\w/g,
  },
  {
    code: 'installs_packages',
    severity: 'note',
    message: 'Installs further packages.',
    pattern: /\bpip3? install\b|["']pip["'], ?["']install\b|\bpip\.main\b|\bpip\._internal\b/g,
  },
  {
    code: 'loads_objects',
    severity: 'note',
    message: 'Loads stored objects, which can run code.',
    pattern: /\b(?:pickle|cPickle|dill|marshal|shelve)\.(?:loads?|open)\s*\(/g,
  },
  {
    code: 'reads_secrets',
    severity: 'note',
    message: 'Names a place where people keep keys and passwords.',
    pattern: /\bid_(?:rsa|ed25519)\b|\.ssh\/|\.aws\/credentials|\bkeyring\.get_|\bLogin Data\b/g,
  },
  {
    code: 'decodes_content',
    severity: 'note',
    message: 'Decodes content, in which code can hide.',
    pattern: /\bb(?:16|32|64|85)decode\s*\(|\bcodecs\.decode\s*\(|\bzlib\.decompress\s*\(/g,
  },
  {
    code: 'uses_network',
    severity: 'note',
    message: 'Talks to other computers.',
    pattern: /\b(?:requests|httpx|aiohttp|urllib\.request|urllib3|socket|websockets?|ftplib|smtplib)\.\w/g,
  },
  {
    code: 'loads_machine_code',
    severity: 'note',
    message: 'Calls machine code.',
    pattern: /\bctypes\.\w|\bcffi\.\w/g,
  },
];

/** Searched for in the names of files. */
const NAME_SIGNS: readonly Sign[] = [
  {
    code: 'machine_code',
    severity: 'note',
    message: 'Is machine code or compiled Python, which nobody can read here.',
    pattern: /\.(?:so(?:\.\d+)*|dll|dylib|pyd|pyc|pyo|exe|msi|com|scr|node)$/i,
  },
  {
    code: 'inner_archive',
    severity: 'note',
    message: 'Is an archive in the archive; it was not looked into.',
    pattern: /\.(?:zip|whl|egg|jar|tar|tgz|gz|bz2|xz|7z|rar)$/i,
  },
  {
    code: 'runs_unasked',
    severity: 'note',
    message: 'Is run by installers without being asked for.',
    pattern: /(?:^|\/)(?:setup|install|prestartup_script)\.py$|\.(?:sh|bat|cmd|ps1)$/i,
  },
];

const LONG_LINE_CHARS = 5_000;
const LINES_SHOWN = 5;
/** Far more than a report keeps. */
const FINDINGS_MAX = 2_000;
/** How much text is read before the event loop gets a turn. */
const TURN_CHARS = 512 * 1024;

/** Findings for a reviewer, from the texts and the names of a package's files. */
export async function codeSigns({ files, otherPaths, skipped }: PackageContent): Promise<ArchiveFinding[]> {
  const findings = [...files.keys(), ...otherPaths, ...skipped].flatMap(signsOfName);
  findings.push(...skipped.map((path) => notRead(path, 'Is too large, so it was not read.')));
  let read = 0;
  for (const [path, text] of files) {
    if (!PYTHON_FILE.test(path)) continue;
    findings.push(...signsOfText(path, text));
    if (findings.length > FINDINGS_MAX) break;
    read += text.length;
    if (read < TURN_CHARS) continue;
    read = 0;
    await nextTurn();
  }
  return findings.slice(0, FINDINGS_MAX);
}

export function signsOfName(path: string): ArchiveFinding[] {
  return NAME_SIGNS.filter(({ pattern }) => pattern.test(path)).map(({ code, severity, message }) => ({
    severity,
    code,
    message,
    path,
  }));
}

export function signsOfText(path: string, text: string): ArchiveFinding[] {
  return [...CODE_SIGNS.flatMap((sign) => signOfText(sign, path, text)), ...longLine(path, text)];
}

/** The finding for a Python file that was not read. */
export function notRead(path: string, message: string): ArchiveFinding {
  return { severity: 'warning', code: 'not_read', message, path };
}

function signOfText(
  { code, severity, message, pattern }: Sign,
  path: string,
  text: string,
): ArchiveFinding[] {
  const lines: number[] = [];
  let line = 1;
  let counted = 0;
  for (const { index } of text.matchAll(pattern)) {
    line += newlinesIn(text, counted, index);
    counted = index;
    if (isComment(text, index) || lines.at(-1) === line) continue;
    lines.push(line);
    if (lines.length === LINES_SHOWN) break;
  }
  return lines.length === 0 ? [] : [{ severity, code, message, path, lines }];
}

function longLine(path: string, text: string): ArchiveFinding[] {
  let start = 0;
  for (let line = 1; start < text.length; line += 1) {
    const end = text.indexOf('\n', start);
    if ((end === -1 ? text.length : end) - start > LONG_LINE_CHARS) {
      const message = 'Has a very long line, in which code can hide.';
      return [{ severity: 'note', code: 'long_line', message, path, lines: [line] }];
    }
    if (end === -1) break;
    start = end + 1;
  }
  return [];
}

function newlinesIn(text: string, from: number, to: number): number {
  let found = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) found += 1;
  return found;
}

/** Whether the line begins as a comment. */
function isComment(text: string, index: number): boolean {
  const start = text.lastIndexOf('\n', index - 1) + 1;
  return /^\s*#/.test(text.slice(start, Math.min(index, start + 200)));
}
