import { parse as parseToml } from 'smol-toml';

import type { ScanFile } from '../scan-file.js';
import type { Call } from './observation.js';
import { composed } from './texts.js';
import { HOLE, MARK, marksOf, textValue, UNKNOWN, type Value } from './value.js';

const DATA_FILE = /\.(?:json|jsonc|toml|ya?ml|ini|cfg|conf|txt|list|lst|tsv|csv)$/i;
const DATA_CHARS = 50_000;
const FILES_MAX = 300;
const MEMBERS_MAX = 500;
const DEPTH_MAX = 12;
/** Places that code of a package has no business with, and paths out of its folder. */
const TELLING_WORDS =
  /\.\.[\\/"']|"\.\."|custom_nodes|security_level|hooksPath|\.git\b|(?:pip|uv)\.(?:conf|ini|toml)|\.(?:ssh|aws|netrc|npmrc|condarc|gitconfig|bashrc|zshrc|profile)\b|\bcrontab\b|autostart|LaunchAgents|systemd|\.pth\b|index[-_]url|https?:\/\/[^\s"']{4,200}\.(?:exe|msi|sh|ps1|bat|py|pyc|so|dll|whl)\b/i;
const TELLING = MARK.toolPlace | MARK.loginPlace | MARK.secret;
const LOADS =
  /^(?:(?:json|ujson|orjson|simplejson|rapidjson|json5|toml|tomli|tomllib|tomlkit|rtoml)\.loads?|(?:yaml|ruamel\.yaml|oyaml)\.(?:safe_load|load|full_load|unsafe_load|load_all|safe_load_all)|(?:ruamel\.yaml\.YAML\(\)\.load))$/;
const CONFIG = /^configparser\.(?:Raw|Safe)?ConfigParser\(\)\./;
const READS = /^(?:pkgutil\.get_data|importlib\.resources\.(?:read_text|read_binary))$/;

/** The files of data of a package, which its code reads. */
export class DataFiles {
  private readonly files: readonly (ScanFile & { readonly text: string })[];
  private readonly values = new Map<string, Value>();

  /** Of `files` those that a text of `code` names. */
  constructor(files: readonly ScanFile[], code: readonly { readonly text: string }[]) {
    this.files = files
      .filter(isTelling)
      .slice(0, FILES_MAX)
      .filter(({ path }) => {
        const name = path.split('/').at(-1) ?? path;
        return code.some(({ text }) => text.includes(name));
      });
  }

  /** Whether a file of data names what code should not touch. */
  get areTelling(): boolean {
    return this.files.length > 0;
  }

  /** What a call gives that reads or parses a file of data; undefined for other calls. */
  resultOf({ path = '', method = '', given, named, receiver }: Call): Value | undefined {
    if (!this.areTelling) return undefined;
    const [first = UNKNOWN, second] = given;
    if (LOADS.test(path)) return this.parsed(first);
    if (READS.test(path)) return this.opened(second ?? UNKNOWN);
    if (path === 'builtins.open') {
      const mode = (second ?? named.get('mode'))?.text ?? 'r';
      return /[wax+]/.test(mode) ? undefined : this.opened(first, `${path}()`);
    }
    if (CONFIG.test(path)) return this.ofConfig(method, given, receiver);
    if (/^read_(?:text|bytes)$/.test(method)) return receiver && this.opened(receiver);
    if (method === 'open' && receiver && !/[wax+]/.test(first.text ?? 'r')) return this.opened(receiver);
    if (!receiver?.data) return undefined;
    if (/^(?:read|decode|strip|getvalue)$/.test(method)) return receiver;
    return /^(?:readlines|splitlines)$/.test(method) ||
      (method === 'split' && (!first.text || first.text === '\n'))
      ? linesOf(this.textOf(receiver.data))
      : undefined;
  }

  private opened(place: Value, path?: string): Value | undefined {
    const file = this.fileAt(place);
    if (!file) return undefined;
    const items = linesOf(file.text).items ?? [];
    return { marks: MARK.dataFile, data: file.path, items, ...(path === undefined ? {} : { path }) };
  }

  private fileAt({ text }: Value) {
    const known = text
      ?.split(HOLE)
      .at(-1)
      ?.replaceAll('\\', '/')
      .replace(/^.*\/\.\//, '');
    const [name] = /[^/]+$/.exec(known ?? '') ?? [];
    if (known === undefined || name === undefined) return undefined;
    const named = this.files.filter(({ path }) => path === name || path.endsWith(`/${name}`));
    return named.find(({ path }) => known.endsWith(path)) ?? named[0];
  }

  private textOf(path: string): string {
    return this.files.find((file) => file.path === path)?.text ?? '';
  }

  private parsed({ data, text }: Value): Value | undefined {
    if (data !== undefined) {
      const known = this.values.get(data);
      if (known) return known;
      const value = parsedText(data, this.textOf(data));
      this.values.set(data, value);
      return value;
    }
    return text !== undefined && text.length < DATA_CHARS && TELLING_WORDS.test(text)
      ? parsedText('.json', text)
      : undefined;
  }

  private ofConfig(method: string, given: readonly Value[], receiver: Value | undefined): Value | undefined {
    const [first, second] = given;
    if (/^read(?:_file|_string)?$/.test(method)) return first && this.parsed(this.opened(first) ?? first);
    const section = receiver?.names?.get(first?.text ?? '');
    if (method === 'get') return section?.names?.get(second?.text ?? '');
    if (method === 'items') return section?.names && pairsOf(section.names);
    return method === 'sections' && receiver?.names
      ? { marks: 0, items: [...receiver.names.keys()].map((name) => composed(name)) }
      : undefined;
  }
}

function isTelling(file: ScanFile): file is ScanFile & { readonly text: string } {
  const { path, text } = file;
  return text !== undefined && DATA_FILE.test(path) && text.length <= DATA_CHARS && TELLING_WORDS.test(text);
}

function pairsOf(names: ReadonlyMap<string, Value>): Value {
  const items = [...names].map(([name, value]) => {
    const pair = [textValue(name), value];
    return { marks: marksOf(pair), items: pair };
  });
  return { marks: marksOf(items), items };
}

function parsedText(path: string, text: string): Value {
  try {
    if (/\.toml$/i.test(path)) return valueOf(parseToml(text), 0);
    if (/\.ya?ml$|\.conf$/i.test(path)) return flat(text);
    if (/\.(?:ini|cfg)$/i.test(path)) return sectionsOf(text);
    return valueOf(JSON.parse(text), 0);
  } catch {
    return flat(text);
  }
}

function valueOf(data: unknown, depth: number): Value {
  if (typeof data === 'string') return composed(data, MARK.dataFile);
  if (typeof data === 'number') return { marks: 0, number: data, path: '#' };
  if (typeof data !== 'object' || data === null || depth > DEPTH_MAX) return UNKNOWN;
  if (Array.isArray(data)) {
    const items = data.slice(0, MEMBERS_MAX).map((item) => valueOf(item, depth + 1));
    // Where values are joined, the first of them counts.
    const sorted = items.every(({ text }) => text !== undefined)
      ? items
      : tellingFirst(items, (item) => item);
    return { marks: marksOf(items), items: sorted };
  }
  const members = Object.entries(data)
    .slice(0, MEMBERS_MAX)
    .map(([name, member]) => [name, valueOf(member, depth + 1)] as const);
  const names = new Map(tellingFirst(members, ([, value]) => value));
  return { marks: marksOf(names.values()) | marksOf([...names.keys()].map((name) => composed(name))), names };
}

function tellingFirst<T>(all: readonly T[], valueIn: (one: T) => Value): T[] {
  const rank = (one: T): number => (tells(valueIn(one)) ? 0 : 1);
  return [...all].sort((a, b) => rank(a) - rank(b));
}

/** Whether a value names a place of tools or secrets, or a path out of its folder. */
function tells({ marks, text = '', items = [], names }: Value): boolean {
  if ((marks & TELLING) !== 0 || TELLING_WORDS.test(text)) return true;
  return items.some(tells) || [...(names?.values() ?? [])].some(tells);
}

function linesOf(text: string): Value {
  const lines = text.split(/\r?\n/, MEMBERS_MAX).map((line) => composed(line.trim(), MARK.dataFile));
  const items = tellingFirst(lines, (line) => line);
  return { marks: marksOf(items), items };
}

function sectionsOf(text: string): Value {
  const names = new Map<string, Value>();
  for (const part of text.split(/^[ \t]*(?=\[)/m).slice(0, MEMBERS_MAX)) {
    const [, name = 'DEFAULT'] = /^\[([^\]\n]{1,200})\]/.exec(part) ?? [];
    const held = scalarsOf(part);
    names.set(name, { marks: marksOf(held.values()), names: held });
  }
  const sorted = tellingFirst([...names], ([, value]) => value);
  return { marks: marksOf(names.values()), names: new Map(sorted) };
}

/** Of a text whose grammar is not followed: each key holds its first telling text, or anything that the text has. */
function flat(text: string): Value {
  const scalars = scalarsOf(text);
  const marks = marksOf(scalars.values());
  let inner: Value = { marks, names: scalars };
  const keys = [...text.matchAll(/^[ \t-]*["']?([\w.-]{1,80})["']?[ \t]*:[ \t]*$/gm)].slice(0, MEMBERS_MAX);
  for (let depth = 0; depth < 3; depth += 1) {
    const names = new Map<string, Value>(scalars);
    for (const [, key = ''] of keys) names.set(key, { ...inner, items: [inner] });
    inner = { marks, names };
  }
  return { ...inner, items: [inner] };
}

function scalarsOf(text: string): Map<string, Value> {
  const scalars = new Map<string, Value>();
  for (const [, key = '', held = ''] of text.matchAll(
    /^[ \t-]*["']?([\w.-]{1,80})["']?[ \t]*[:=][ \t]*(\S[^\n]{0,400})$/gm,
  )) {
    const value = composed(held.trim().replace(/^(["'])(.*)\1$/, '$2'), MARK.dataFile);
    const before = scalars.get(key);
    if (scalars.size < MEMBERS_MAX && (!before || (tells(value) && !tells(before)))) scalars.set(key, value);
  }
  return scalars;
}
