import { parse } from 'smol-toml';
import { declaredLicence, licenceOfText } from './licence-name.js';
import type { PackageContent } from './package-content.js';
import { decodePython } from './python-text.js';
import type { ScanFile } from './scan-file.js';

export const README_FORMATS = ['markdown', 'rst', 'text'] as const;
export type ReadmeFormat = (typeof README_FORMATS)[number];

/** What the page of a package shows of its files. Paths are inside the package. */
export type PackagePage = {
  readonly readme?: {
    readonly path: string;
    readonly format: ReadmeFormat;
    readonly text: string;
    readonly isCut: boolean;
  };
  readonly licence?: { readonly path: string; readonly text: string };
  /** SPDX name or expression; absent when it is not known. */
  readonly licenceName?: string;
  /** As in `pyproject.toml`. */
  readonly requiresPython?: string;
  /** With the first half of the SHA-256 in hex, which tells whether a file has changed. */
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly hash: string }[];
};

const README = /^readme(?:\.(md|markdown|rst|txt))?$/i;
/** Which of several is shown, by their endings. */
const README_ORDER = ['md', 'markdown', 'rst', 'txt', undefined];
const README_MAX_CHARS = 256 * 1024;
const LICENCE_MAX_CHARS = 64 * 1024;
const REQUIREMENT_MAX_CHARS = 100;
const HASH_CHARS = 32;

/** Reads the README, the licence and the list of files of a package. */
export function readPackagePage({ scanFiles, licenceFile }: PackageContent): PackagePage {
  const project = projectOf(scanFiles.find(({ path }) => path === 'pyproject.toml'));
  const licence = scanFiles.find(({ path }) => path === licenceFile);
  const licenceText = licence && textOf(licence);
  const licenceName = declaredLicence(project.license) ?? licenceOfText(licenceText ?? '');
  const python = project['requires-python'];
  const readme = readmeOf(scanFiles);
  return {
    ...(readme ? { readme } : {}),
    ...(licence
      ? { licence: { path: licence.path, text: (licenceText ?? '').slice(0, LICENCE_MAX_CHARS) } }
      : {}),
    ...(licenceName === undefined ? {} : { licenceName }),
    ...(typeof python === 'string' ? { requiresPython: python.slice(0, REQUIREMENT_MAX_CHARS) } : {}),
    files: scanFiles.map(({ path, bytes, sha256 }) => ({ path, bytes, hash: sha256.slice(0, HASH_CHARS) })),
  };
}

function readmeOf(files: readonly ScanFile[]): PackagePage['readme'] {
  const [first] = files
    .filter(({ path }) => README.test(path))
    .sort((a, b) => README_ORDER.indexOf(endingOf(a)) - README_ORDER.indexOf(endingOf(b)));
  if (!first) return undefined;
  const text = textOf(first);
  const format = { md: 'markdown', markdown: 'markdown', rst: 'rst' }[endingOf(first) ?? ''] ?? 'text';
  const isCut = text.length > README_MAX_CHARS || sizeKept(first) < first.bytes;
  return { path: first.path, format: format as ReadmeFormat, text: text.slice(0, README_MAX_CHARS), isCut };
}

function endingOf({ path }: ScanFile): string | undefined {
  return README.exec(path)?.[1]?.toLowerCase();
}

function textOf({ text, content }: ScanFile): string {
  return text ?? decodePython(Buffer.from(content ?? []));
}

/** Of a large file only the beginning is kept; its text is whole otherwise. */
function sizeKept({ text, content, bytes }: ScanFile): number {
  return text === undefined ? (content?.length ?? 0) : bytes;
}

function projectOf(file: ScanFile | undefined): Record<string, unknown> {
  try {
    const { project } = parse(file?.text ?? '') as { project?: unknown };
    return typeof project === 'object' && project !== null ? (project as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
