import { PythonParser } from '../../python/index.js';
import { syntaxOf } from '../code/syntax.js';
import type { ScanFile } from '../scan-file.js';
import { MAY_RUN, type MarkupPart, partsOfMarkup } from './markup.js';
import { DataFiles } from './data-files.js';
import { helpersOf, importedScripts } from './imported-scripts.js';
import { SECRET_SETTING } from './known-calls.js';
import type { ScriptObserver } from './observation.js';
import { type Reading, ReadingStopped, type Within } from './reading.js';
import { ScriptEvaluation } from './script-evaluation.js';
import { Script, type TextFile } from './script-file.js';
import { isScriptToRead, scriptKindOf } from './triggers.js';

const STEPS_MAX = 6_000_000;
/** Values that pass through more functions than this are lost. */
const ROUNDS_MAX = 5;
const BUNDLE_ROUNDS_MAX = 3;
const SCRIPT_CHARS_MAX = 1_000_000;
const STORED_KEY =
  /\b(?:local|session)Storage\s*(?:\.\s*setItem\s*\(\s*(["'`])([^"'`\n]{1,120})\1|\.\s*([\w$]{1,80})\s*=[^=]|\[\s*(["'`])([^"'`\n]{1,120})\4\s*\]\s*=[^=])/g;
/** A setting that the package has itself. */
const SETTING = /\bid\s{0,9}:\s{0,9}(["'`])([^"'`\n]{1,120})\1/g;
const STORED_KEYS_MAX = 2_000;

/** Receives what the files of a package that browsers run do, and what they load. */
export type PackageObserver = ScriptObserver & {
  /** A script that is too large to be read. */
  large(file: TextFile, source: string, offset: number): void;
  /** The address of a script that a page loads. */
  address(file: TextFile, offset: number, address: string): void;
  /** The address to which a form of a page sends a password. */
  form(file: TextFile, offset: number, address: string): void;
  /** The route of the host to which a form of a page is sent. */
  route(file: TextFile, offset: number, route: string): void;
  /** Any file that a browser runs. */
  text(file: TextFile): void;
};

type Piece = {
  readonly file: TextFile;
  readonly source: string;
  readonly offset: number;
  /** Whether it is a text of another script, so that its places are not those of the file. */
  readonly isWithin?: boolean;
};

/** Reads what browsers run of a package, and tells the observer what it does. Gives the files that were not read to their end. */
export async function readScripts(
  files: readonly ScanFile[],
  deadline: number,
  observer: PackageObserver,
): Promise<TextFile[]> {
  const texts = files.filter(isOfBrowser);
  const stopped: TextFile[] = [];
  const pieces: Piece[] = [];
  const helpers = helpersOf(texts);
  const data = new DataFiles(files);
  for (const file of texts) {
    if (Date.now() > deadline) stopped.push(file);
    else {
      const ofFile = piecesOf(file, helpers, data, observer);
      if (ofFile) pieces.push(...ofFile);
      else stopped.push(file);
    }
  }
  if (pieces.length === 0) return stopped;
  const reading: Reading = {
    deadline,
    steps: STEPS_MAX,
    ownKeys: storedKeys(texts),
    within: new Map(),
    data,
    observer,
  };
  const parser = await PythonParser.open('javascript');
  try {
    for (const piece of distinct(pieces)) if (!read(piece, reading, parser)) stopped.push(piece.file);
    // What is found within these may add to the map, which its walk then reaches too.
    for (const [text, within] of reading.within)
      for (const piece of piecesWithin(text, within, observer))
        if (!read(piece, reading, parser)) stopped.push(piece.file);
  } finally {
    parser.close();
  }
  return [...new Set(stopped)];
}

/** A text that several files have is read once; its findings name the first of them. */
function distinct(pieces: readonly Piece[]): Piece[] {
  return [...new Map([...pieces].reverse().map((piece) => [piece.source, piece])).values()].reverse();
}

function isOfBrowser(file: ScanFile): file is TextFile {
  return scriptKindOf(file) !== undefined;
}

/** The scripts of a file in which a rule may find something; undefined for a page with too many. */
function piecesOf(
  file: TextFile,
  helpers: ReadonlyMap<string, string>,
  data: DataFiles,
  observer: PackageObserver,
): Piece[] | undefined {
  observer.text(file);
  const kind = scriptKindOf(file);
  const pieces: Piece[] = [];
  const add = (source: string, offset: number): void => {
    if (source.length > SCRIPT_CHARS_MAX) observer.large(file, source, offset);
    else if (isToRead(source)) pieces.push({ file, source, offset });
  };
  // What is named in files of data is as if it stood in the script.
  const isToRead = (source: string): boolean => {
    if (isScriptToRead(source)) return true;
    const named = data.namedBy(source);
    return named !== '' && isScriptToRead(`${source}\n${named}`);
  };
  if (kind === 'script') {
    const imported = importedScripts(file, helpers);
    const source = imported + file.text;
    const isJoined = imported !== '' && source.length <= SCRIPT_CHARS_MAX;
    if (isJoined && (isScriptToRead(file.text) || isToRead(source)))
      pieces.push({ file, source, offset: -imported.length });
    else add(file.text, 0);
  } else if (MAY_RUN.test(file.text)) {
    const { parts, isWhole } = partsOfMarkup(file.text, kind === 'xml');
    if (!isWhole) return undefined;
    for (const { kind: part, source, offset } of parts)
      if (part === 'code') add(source, offset);
      else observer[part](file, offset, source);
  }
  return pieces;
}

/** The scripts of a text that a script runs or adds to the page. */
function piecesWithin(text: string, { script, node, isMarkup }: Within, observer: PackageObserver): Piece[] {
  const { file } = script;
  const offset = script.placeOf(node);
  const parts: readonly MarkupPart[] = isMarkup
    ? partsOfMarkup(text, false).parts
    : [{ kind: 'code', source: text, offset: 0 }];
  for (const { kind, source } of parts) if (kind !== 'code') observer[kind](file, offset, source);
  return parts
    .filter(({ kind, source }) => kind === 'code' && isScriptToRead(source))
    .map(({ source }) => ({ file, source, offset, isWithin: true }));
}

/** Reads a script; false when it could not be read to its end. One at a time, since trees are large. */
function read({ file, source, offset, isWithin }: Piece, reading: Reading, parser: PythonParser): boolean {
  try {
    const tree = parser.parse(source, reading.deadline);
    const syntax = tree && syntaxOf(tree);
    parser.freeTrees();
    if (!syntax) return false;
    const script = new Script(file, source, offset, syntax, isWithin);
    const rounds = script.isBundle ? BUNDLE_ROUNDS_MAX : ROUNDS_MAX;
    for (let round = 0; round < rounds && (round < 2 || script.hasChanged); round += 1) {
      script.hasChanged = false;
      reading.observer.begin(script);
      new ScriptEvaluation(script, reading, round === 0 ? undefined : reading.ownKeys).run();
    }
    return true;
  } catch (error) {
    if (!(error instanceof ReadingStopped)) throw error;
    return false;
  }
}

function storedKeys(texts: readonly TextFile[]): Set<string> {
  const keys = new Set<string>();
  for (const { text } of texts)
    for (const [, , id = ''] of text.matchAll(SETTING))
      if (SECRET_SETTING.test(id) && keys.size < STORED_KEYS_MAX) keys.add(id);
  for (const { text } of texts)
    for (const [, , item, member, , index] of text.matchAll(STORED_KEY))
      if (keys.size < STORED_KEYS_MAX) keys.add(item ?? member ?? index ?? '');
  return keys;
}
