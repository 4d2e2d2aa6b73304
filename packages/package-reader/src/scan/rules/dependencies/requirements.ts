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
const LINES_MAX = 2_000;
const LINE_CHARS = 1_000;

/** The requirements that a file declares. */
export function requirementsIn(file: ScanFile): Requirement[] {
  const { path, text } = file;
  if (text === undefined) return [];
  if (REQUIREMENTS_FILE.test(path)) return linesOf(file, text);
  if (/(?:^|\/)pyproject\.toml$/i.test(path)) return placed(file, text, fromToml(text));
  if (/(?:^|\/)setup\.cfg$/i.test(path)) return placed(file, text, fromConfig(text));
  if (/(?:^|\/)setup\.py$/i.test(path)) return placed(file, text, fromSetup(text));
  return [];
}

function linesOf(file: ScanFile, text: string): Requirement[] {
  let index = 0;
  const found: Requirement[] = [];
  for (const line of text.split('\n', LINES_MAX)) {
    const requirement = line
      .slice(0, LINE_CHARS)
      .replace(/(?:^|\s)#.*/, '')
      .trim();
    if (requirement !== '') found.push({ text: requirement, file, index });
    index += line.length + 1;
  }
  return found;
}

function placed(file: ScanFile, text: string, requirements: readonly string[]): Requirement[] {
  return requirements.slice(0, LINES_MAX).map((requirement) => {
    const index = text.indexOf(requirement);
    return { text: requirement.trim().slice(0, LINE_CHARS), file, ...(index === -1 ? {} : { index }) };
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
  return [
    ...texts(at(project, 'dependencies')),
    ...Object.values(at(project, 'optional-dependencies') ?? {}).flatMap(texts),
    ...texts(at(at(document, 'build-system'), 'requires')),
    ...poetry(at(at(at(document, 'tool'), 'poetry'), 'dependencies')),
    ...uvIndexes(at(at(at(document, 'tool'), 'uv'), 'index')),
    ...Object.entries(at(at(at(document, 'tool'), 'uv'), 'sources') ?? {}).flatMap(sourceOf),
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

function uvIndexes(indexes: unknown): string[] {
  return Array.isArray(indexes)
    ? indexes.flatMap((index) => texts([at(index, 'url')])).map((url) => `--index-url ${url}`)
    : [];
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
  return [...text.matchAll(/^(?:install|setup)_requires[ \t]*=(.*(?:\r?\n[ \t]+.*){0,300})/gm)].flatMap(
    ([, lines = '']) =>
      lines
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !line.startsWith('#')),
  );
}

/** The plain texts in the lists of a `setup.py`. */
function fromSetup(text: string): string[] {
  return [...text.matchAll(/\b(?:install|setup)_requires\s*=\s*\[([^\]]{0,10000})\]/g)].flatMap(
    ([, list = '']) =>
      [...list.matchAll(/(["'])([^"'\n]{1,1000})\1/g)].map(([, , requirement = '']) => requirement),
  );
}
