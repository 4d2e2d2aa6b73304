import { posix } from 'node:path';

import { parse } from 'smol-toml';

import type { Hit } from '../../rule.js';
import type { ScanFile } from '../../scan-file.js';
import { rule } from '../define-rule.js';
import { RUNS_PROGRAM, RUNS_TEXT, SETUP_CODE, USES_NETWORK } from './install-hooks.js';

const BUILD_CODE = rule(
  'build_changes_package',
  'Is built by its own code, which uses the network or installs files that Python runs at every start.',
);

export const BUILD_BACKEND_RULES = [BUILD_CODE];

/** Adds to the archive that is installed, or writes a path file. */
const ADDS_FILES = /\bwritestr\s*\(|\bZipFile\s*\([^()\n]{0,200}["']a["']|\.pth\b["']/;
const HOOKS: readonly (readonly string[])[] = [
  ['tool', 'poetry', 'build', 'script'],
  ['tool', 'poetry', 'build'],
  ['tool', 'hatch', 'build', 'hooks', 'custom', 'path'],
  ['tool', 'hatch', 'build', 'targets', 'wheel', 'hooks', 'custom', 'path'],
];
const USUAL_HOOKS = ['hatch_build.py', 'pdm_build.py'];
const SCRIPTS_MAX = 100;

/** Finds what builds do that packages bring themselves; pyproject.toml names their code. */
export function buildBackendHits(files: readonly ScanFile[]): Hit[] {
  const projects = files.filter(({ path }) => posix.basename(path) === 'pyproject.toml');
  if (projects.length === 0) return [];
  const scripts = projects.flatMap((project) => scriptsOf(project, files)).slice(0, SCRIPTS_MAX);
  return [...new Set(scripts)].flatMap(hitOf);
}

function hitOf(file: ScanFile): Hit[] {
  const { text = '' } = file;
  const grave = [ADDS_FILES, USES_NETWORK].map((pattern) => text.search(pattern)).find((at) => at !== -1);
  if (grave !== undefined) return [{ rule: BUILD_CODE, file, index: grave }];
  const act = [RUNS_PROGRAM, RUNS_TEXT].map((pattern) => text.search(pattern)).find((at) => at !== -1);
  return act === undefined ? [] : [{ rule: SETUP_CODE, file, index: act }];
}

/** The files that a build runs. */
function scriptsOf({ path, text = '' }: ScanFile, files: readonly ScanFile[]): ScanFile[] {
  const folder = posix.dirname(path);
  const project = parsed(text);
  const folders = member(project, ['build-system', 'backend-path']);
  const own = (Array.isArray(folders) ? folders : [])
    .filter((each) => typeof each === 'string')
    .map((each) => posix.join(folder, each));
  const [backend = ''] = String(member(project, ['build-system', 'build-backend']) ?? '').split(':');
  const module = backend.replaceAll('.', '/');
  const hooks = [...HOOKS.map((keys) => member(project, keys)), ...USUAL_HOOKS]
    .filter((each) => typeof each === 'string')
    .map((each) => posix.join(folder, each));
  const places = new Set([...hooks, ...modulesAt(own, [module])]);
  // A path that is added here is walked, too.
  for (const place of places) {
    const source = files.find((file) => file.path === place)?.text ?? '';
    for (const each of modulesAt([...own, posix.dirname(place)], importedBy(source)))
      if (places.size < SCRIPTS_MAX) places.add(each);
  }
  return files.filter((file) => places.has(file.path));
}

function modulesAt(folders: readonly string[], modules: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    modules.flatMap((module) =>
      [`${module}.py`, `${module}/__init__.py`].map((name) => posix.join(folder, name)),
    ),
  );
}

function importedBy(source: string): string[] {
  return [...source.matchAll(/^[ \t]*(?:from|import)[ \t]+\.*([\w.]{1,200})/gm)].map(([, name = '']) =>
    name.replaceAll('.', '/'),
  );
}

function member(object: unknown, keys: readonly string[]): unknown {
  let value = object;
  for (const key of keys)
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  return value;
}

function parsed(text: string): unknown {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' });
  } catch {
    // No installer reads it either.
    return undefined;
  }
}
