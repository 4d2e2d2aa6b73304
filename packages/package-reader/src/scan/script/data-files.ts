import type { ScanFile } from '../scan-file.js';
import { composed, dataMarks, type ScriptValue, UNKNOWN } from './script-value.js';

const DATA_CHARS = 50_000;
const MEMBERS_MAX = 500;
const DEPTH_MAX = 12;
const FILES_MAX = 200;
const NAMED_MAX = 10;

/** The files of data of a package, which scripts ask the host for by their names. */
export class DataFiles {
  private readonly texts = new Map<string, string>();
  private readonly values = new Map<string, ScriptValue>();

  constructor(files: readonly ScanFile[]) {
    for (const { path, text } of files)
      if (
        /\.json$/i.test(path) &&
        text !== undefined &&
        text.length <= DATA_CHARS &&
        this.texts.size < FILES_MAX
      )
        this.texts.set(nameOf(path), text);
  }

  /** The texts of the files that a script names. */
  namedBy(source: string): string {
    if (!source.includes('.json')) return '';
    const named = [...this.texts].filter(([name]) => source.includes(name));
    return named
      .slice(0, NAMED_MAX)
      .map(([, text]) => text)
      .join('\n');
  }

  /** What the file at an address holds; undefined for one that the package does not have. */
  at(address: string): ScriptValue | undefined {
    const name = nameOf(address.replace(/[?#].*$/, ''));
    const known = this.values.get(name);
    if (known) return known;
    const text = this.texts.get(name);
    if (text === undefined) return undefined;
    const value = parsed(text);
    this.values.set(name, value);
    return value;
  }
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? path;
}

function parsed(text: string): ScriptValue {
  try {
    return valueOf(JSON.parse(text), 0);
  } catch {
    return UNKNOWN;
  }
}

function valueOf(data: unknown, depth: number): ScriptValue {
  if (typeof data === 'string') return composed(data);
  if (typeof data === 'number') return { marks: 0, text: String(data) };
  if (typeof data !== 'object' || data === null || depth > DEPTH_MAX) return UNKNOWN;
  if (Array.isArray(data)) {
    const items = data.slice(0, MEMBERS_MAX).map((item) => valueOf(item, depth + 1));
    return { marks: dataMarks(items), items };
  }
  const names = new Map(
    Object.entries(data)
      .slice(0, MEMBERS_MAX)
      .map(([name, member]) => [name, valueOf(member, depth + 1)] as const),
  );
  return { marks: dataMarks(names.values()), names };
}
