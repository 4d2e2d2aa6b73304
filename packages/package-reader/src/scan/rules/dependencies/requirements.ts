import { posix } from 'node:path';

import { parse } from 'smol-toml';

import type { ScanFile } from '../../scan-file.js';

/** One thing that pip is told to install, or an option that it is given. */
export type Requirement = {
  readonly text: string;
  readonly file?: ScanFile;
  /** Place in the file's text. */
  readonly index?: number;
};

const REQUIREMENTS_FILE = /(?:^|\/)[^/]*requirements?[^/]*\.(?:txt|in)$|(?:^|\/)requirements\/[^/]+\.txt$/i;
const REQUIREMENTS_MAX = 50_000;
/** Of a project file; each is looked for in its text. */
const PLACED_MAX = 2_000;
const REQUIREMENT_CHARS = 10_000;
/** Lists in one `setup.py`, and what is read of one. */
const SETUP_LISTS_MAX = 20;
const SETUP_LIST_CHARS = 10_000;
const OTHER_LIST = /^(?:-[rc]|--requirement|--constraint)[ =]?\s*["']?([^\s"']+)/;

/** The requirements that files declare, with those of lists that they name. */
export function requirementsOf(files: readonly ScanFile[]): Requirement[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const lists = new Set(files.filter(({ path }) => REQUIREMENTS_FILE.test(path)));
  const found = files.flatMap(projectRequirements);
  // A set gives what is added while it is read.
  for (const file of lists)
    for (const requirement of linesOf(file, file.text ?? '')) {
      if (found.length >= REQUIREMENTS_MAX) return found;
      found.push(requirement);
      const other = OTHER_LIST.exec(requirement.text)?.[1];
      const list = other && byPath.get(posix.join(posix.dirname(file.path), other));
      if (list) lists.add(list);
    }
  return found;
}

function projectRequirements(file: ScanFile): Requirement[] {
  const { path, text } = file;
  if (text === undefined) return [];
  if (/(?:^|\/)pyproject\.toml$/i.test(path)) return placed(file, text, fromToml(text));
  if (/(?:^|\/)setup\.cfg$/i.test(path)) return placed(file, text, fromConfig(text));
  if (/(?:^|\/)setup\.py$/i.test(path)) return placed(file, text, fromSetup(text));
  return [];
}

/** The lines of a list without comments and blanks; one that ends in a backslash goes on in the next. */
function* linesOf(file: ScanFile, text: string): Generator<Requirement> {
  let index = 0;
  let next = 0;
  let parts: string[] = [];
  for (const line of text.split('\n')) {
    next += line.length + 1;
    const isContinued = /\\\r?$/.test(line) && !/^\s*#/.test(line);
    parts.push(isContinued ? line.replace(/\\\r?$/, '') : line);
    if (isContinued && next <= text.length) continue;
    const requirement = parts
      .join('')
      .replace(/(?:^|\s)#.*/, '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, REQUIREMENT_CHARS);
    if (requirement !== '') yield { text: requirement, file, index };
    parts = [];
    index = next;
  }
}

function placed(file: ScanFile, text: string, requirements: readonly string[]): Requirement[] {
  return requirements.slice(0, PLACED_MAX).map((requirement) => {
    const index = text.indexOf(requirement);
    return { text: requirement.trim().slice(0, REQUIREMENT_CHARS), file, ...(index === -1 ? {} : { index }) };
  });
}

function fromToml(text: string): string[] {
  let document: unknown;
  try {
    document = parse(text, { integersAsBigInt: 'asNeeded' });
  } catch {
    return [];
  }
  const project = at(document, 'project');
  const tool = at(document, 'tool');
  const own = at(tool, 'poetry');
  const uv = at(tool, 'uv');
  return [
    ...texts(at(project, 'dependencies')),
    ...values(at(project, 'optional-dependencies')).flatMap(texts),
    ...values(at(document, 'dependency-groups')).flatMap(texts),
    ...texts(at(at(document, 'build-system'), 'requires')),
    ...poetry(at(own, 'dependencies')),
    ...values(at(own, 'group')).flatMap((group) => poetry(at(group, 'dependencies'))),
    ...indexes(at(own, 'source'), at(at(tool, 'pdm'), 'source'), at(uv, 'index')),
    ...[at(uv, 'index-url'), ...values(at(uv, 'extra-index-url'))].map(
      (url) => `--index-url ${typeof url === 'string' ? url : ''}`,
    ),
    ...Object.entries(at(uv, 'sources') ?? {}).flatMap(sourceOf),
  ];
}

function poetry(dependencies: unknown): string[] {
  if (typeof dependencies !== 'object' || dependencies === null) return [];
  return Object.entries(dependencies).flatMap((entry) =>
    entry[0] === 'python' ? [] : [entry[0], ...sourceOf(entry)],
  );
}

function sourceOf([name, source]: [string, unknown]): string[] {
  const address = ['url', 'git'].map((key) => at(source, key)).find((value) => typeof value === 'string');
  return address === undefined ? [] : [`${name} @ ${String(address)}`];
}

/** Of lists of tables. */
function indexes(...lists: unknown[]): string[] {
  return lists
    .flatMap((list) => values(list).flatMap((index) => texts([at(index, 'url')])))
    .map((url) => `--index-url ${url}`);
}

function values(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function at(value: unknown, key: string): object | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, object>)[key];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The indented lines of `install_requires` and `setup_requires`. */
function fromConfig(text: string): string[] {
  return [
    ...text.matchAll(/^(?:install|setup)_requires[ \t]*=(.*(?:\r?\n(?:[ \t]+.*|(?=\r?\n))){0,300})/gm),
  ].flatMap(([, lines = '']) =>
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
}

/** The plain texts in the lists of a `setup.py`. */
function fromSetup(text: string): string[] {
  return [...text.matchAll(/\b(?:install|setup)_requires\s*=\s*\[/g)]
    .slice(0, SETUP_LISTS_MAX)
    .flatMap(({ 0: head, index }) => {
      const list = text.slice(index + head.length, index + head.length + SETUP_LIST_CHARS);
      // Texts, which may have a bracket, and what is between them.
      const [own = ''] = /^(?:[^\]"']+|"[^"\n]*"|'[^'\n]*')*/.exec(list) ?? [];
      return [...own.matchAll(/(["'])([^"'\n]{1,1000})\1/g)].map(([, , requirement = '']) => requirement);
    });
}
