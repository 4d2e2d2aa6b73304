import type { Hit, Rule } from '../rule.js';
import type { ScanFile } from '../scan-file.js';
import { rule } from './define-rule.js';
import { COLLECTOR_HOST, MESSENGER_HOST, PASTE_HOST, TUNNEL_HOST, WINDOWS_LOADER } from './text-patterns.js';

/** Parts of a text which mean nothing alone, and harm together. */
type PairRule = { readonly rule: Rule; readonly parts: readonly [RegExp, ...RegExp[]] };

const PAIRS: readonly PairRule[] = [
  {
    rule: rule('remote_console', 'Runs commands that come over a connection to another computer.'),
    parts: [/\basyncio\.open_connection\(/, /\bcreate_subprocess_(?:shell|exec)\(/],
  },
  {
    rule: rule('hides_module_name', 'Puts the names of modules and functions together from numbers.'),
    parts: [
      /\bjoin\(\s*(?:map\(\s*chr\b|\[?\s*chr\()/,
      /\bimport_module\(|\b__import__\(|\bgetattr\(\s*(?:builtins|os)\b/,
    ],
  },
  {
    rule: rule('hides_builtin_name', 'Takes a built-in function by a name that is put together.'),
    parts: [
      /\bgetattr\(\s*(?:builtins|__builtins__)\s*,\s*(?:["'][^"'\n]*["']\s*\+|["']{2}\.join|\w+\[::-1\])/,
    ],
  },
  {
    rule: rule(
      'writes_path_file',
      'Writes a path file into the Python installation, which every start of Python runs.',
    ),
    parts: [
      /\bget(?:user)?sitepackages\(|\bsysconfig\.get_path|["']site-packages["']/,
      /["'.]pth["']/,
      /\.write(?:_text|_bytes|lines)?\(/,
      /["']\s*import |\bimport [\w., ]{1,60};/,
    ],
  },
  {
    rule: rule('writes_neighbours', 'Writes into the code of each package beside it.'),
    parts: [/\.parent\.(?:iterdir|r?glob)\(/, /["']__init__\.py["']/, /\.write(?:_text|_bytes|lines)?\(/],
  },
];

const HIDDEN_HOST = rule(
  'hides_host',
  'Puts the address of a chat, tunnel or host of texts together from parts.',
);
const HIDDEN_LOADER = rule('hides_loader', 'Puts a command line that loads a program together from parts.');

export const PAIR_RULES: readonly Rule[] = [...PAIRS.map(({ rule: one }) => one), HIDDEN_HOST, HIDDEN_LOADER];

const PYTHON_FILE = /\.pyw?$/i;
const CHARS_MAX = 1_000_000;
/** Between two constant texts that are added. */
const JOIN = /["']\s{0,20}\+\s{0,20}["']/g;
/** Between two constant texts of a list of arguments. */
const NEXT = /["']\s{0,20},\s{0,20}["']/g;

/** Finds what is harmful only together, in one file of Python. */
export function pairHits(file: ScanFile): Hit[] {
  const { text, path } = file;
  if (text === undefined || !PYTHON_FILE.test(path) || text.length > CHARS_MAX) return [];
  const pairs = PAIRS.flatMap(({ rule: found, parts }): Hit[] => {
    const [first, ...others] = parts;
    const match = first.exec(text);
    return match && others.every((part) => part.test(text))
      ? [{ rule: found, file, index: match.index }]
      : [];
  });
  return [...pairs, ...joinedHits(file, text)];
}

function joinedHits(file: ScanFile, text: string): Hit[] {
  const first = text.search(JOIN);
  if (first === -1) return [];
  const joined = text.replace(JOIN, '');
  const host = [MESSENGER_HOST, COLLECTOR_HOST, PASTE_HOST, TUNNEL_HOST].find(
    (pattern) => pattern.test(joined) && !pattern.test(text),
  );
  const hits: Hit[] = host
    ? [{ rule: HIDDEN_HOST, file, index: first, excerpt: host.exec(joined)?.[0] ?? '' }]
    : [];
  const command = joined.replace(NEXT, ' ');
  const isLoader = WINDOWS_LOADER.test(command) && !WINDOWS_LOADER.test(text.replace(NEXT, ' '));
  return isLoader ? [...hits, { rule: HIDDEN_LOADER, file, index: first }] : hits;
}
