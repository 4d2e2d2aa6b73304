import { t } from '@lingui/core/macro';
import { unzipSync } from 'fflate';
import { parse } from 'smol-toml';
import * as v from 'valibot';
import { bytes, count } from '../../../parts/numbers.js';

/** The service's limits of an unpacked archive. */
const UNPACKED_MAX_BYTES = 1024 * 1024 * 1024;
const FILES_MAX = 20_000;
/** Larger files are no project files. */
const PROJECT_FILE_MAX_BYTES = 256 * 1024;
const NAMES_SHOWN = 3;

const PROJECT_FILE = /(?:^|\/)pyproject\.toml$/;
const LICENCE = /^(?:[\w.]+[-_. ])?(?:(?:un)?licen[cs]es?|copying)(?:[-_. /][^/]*)?$/i;
/** Control and direction characters, `\` and `:`, absolute names, names that leave the folder, parts that end in `.` or a blank. */
const UNSAFE_NAME = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\\:]|^\/|[. ](?:\/|$)(?<!^\.\/)|\/\//u;
const LEFTOVER = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/i;
const NOT_FOR_OTHERS = /(?:^|\/)(?:\.git|\.venv|venv|__pycache__|node_modules)\/|(?:^|\/)\.env$/;

const projectFile = v.object({
  project: v.object({
    name: v.optional(v.string()),
    version: v.optional(v.string()),
    dependencies: v.optional(v.array(v.string())),
  }),
});

export type ArchiveFacts = { name?: string; version?: string; dependencies?: string[] };

/** What can be seen of an archive before it is sent. */
export type ArchiveLook = {
  facts: ArchiveFacts;
  /** Why the service would refuse the archive, or why it would be of no use; each is a sentence. */
  errors: string[];
  warnings: string[];
};

export function lookAtArchive(zip: Uint8Array): ArchiveLook {
  if (!beginsLikeZip(zip)) return refused(t`This file is not a zip archive. Choose the zip of your package.`);
  const names: string[] = [];
  let unpacked = 0;
  let projects: Record<string, Uint8Array>;
  try {
    projects = unzipSync(zip, {
      filter: ({ name, originalSize }) => {
        names.push(name);
        unpacked += originalSize;
        return PROJECT_FILE.test(name) && originalSize <= PROJECT_FILE_MAX_BYTES;
      },
    });
  } catch {
    return refused(t`This zip archive is damaged or protected by a password. Make it again.`);
  }
  const folder = folderAround(names);
  const project = readProject(projects, folder);
  const inside = names.map((name) => name.slice(folder.length));
  return {
    facts: typeof project === 'string' ? {} : project,
    errors: [
      ...sizeProblems(names.length, unpacked),
      ...named(names, UNSAFE_NAME, (list) => t`Rename ${list}: such names are not safe on every system.`),
      ...(typeof project === 'string' ? [project] : []),
    ],
    warnings: [
      ...(inside.some((name) => LICENCE.test(name))
        ? []
        : [t`There is no licence file. Add a file LICENSE that says what others may do with the package.`]),
      ...named(
        inside,
        NOT_FOR_OTHERS,
        (list) => t`Files that others do not need are packed, such as ${list}.`,
      ),
    ],
  };
}

function refused(error: string): ArchiveLook {
  return { facts: {}, errors: [error], warnings: [] };
}

/** Whether the file starts with the signature of a zip archive, empty or not. */
function beginsLikeZip([first, second, third, fourth]: Uint8Array): boolean {
  const isHead = (third === 3 && fourth === 4) || (third === 5 && fourth === 6);
  return first === 0x50 && second === 0x4b && isHead;
}

/** The folder that holds all files, with its `/`, as the service finds it; `''` when there is none. */
function folderAround(names: readonly string[]): string {
  const tops = new Set(
    names.filter((name) => !LEFTOVER.test(name)).map((name) => name.slice(0, name.indexOf('/') + 1)),
  );
  return tops.size === 1 ? ([...tops][0] ?? '') : '';
}

/** What pyproject.toml says, or what is wrong with it. */
function readProject(projects: Readonly<Record<string, Uint8Array>>, folder: string): ArchiveFacts | string {
  const content = projects[`${folder}pyproject.toml`];
  if (!content) {
    const [deeper] = Object.keys(projects).sort((one, other) => one.length - other.length);
    return deeper === undefined
      ? t`There is no pyproject.toml. Add one with the name and version of the package.`
      : t`pyproject.toml is too deep, at ${deeper}. Zip the folder that it is in.`;
  }
  try {
    const read = v.safeParse(projectFile, parse(new TextDecoder().decode(content)));
    if (read.success) return read.output.project;
    return t`pyproject.toml has no valid section [project] with name and version.`;
  } catch (error) {
    return t`pyproject.toml cannot be read: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''}.`;
  }
}

function sizeProblems(files: number, unpacked: number): string[] {
  if (files === 0) return [t`The archive is empty.`];
  if (files > FILES_MAX)
    return [t`There are ${count(files)} files; at most ${count(FILES_MAX)} are accepted.`];
  if (unpacked <= UNPACKED_MAX_BYTES) return [];
  return [t`Unpacked, it has ${bytes(unpacked)}; at most ${bytes(UNPACKED_MAX_BYTES)} are accepted.`];
}

/** A sentence with the first names that match; none when no name does. */
function named(names: readonly string[], which: RegExp, say: (list: string) => string): string[] {
  const found = names.filter((name) => which.test(name));
  if (found.length === 0) return [];
  const list = found.slice(0, NAMES_SHOWN).map((name) => `“${visible(name)}”`);
  return [say(found.length > NAMES_SHOWN ? t`${list.join(', ')} and others` : list.join(', '))];
}

/** Direction marks as code points, so that a name reads as it is. */
function visible(name: string): string {
  return name.replace(
    /[\p{Cc}\p{Cf}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  );
}
