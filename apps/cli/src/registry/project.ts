import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'smol-toml';
import { usageError } from '../terminal/exit-codes.js';

const FILE = 'pyproject.toml';

type Table = Record<string, unknown>;

export type Project = {
  publisherId: string | undefined;
  nodeId: string;
  version: string;
  node: Record<string, unknown>;
  nodeVersion: Record<string, unknown>;
  /** Paths that are packed although an ignore file names them. */
  includes: readonly string[];
};

/**
 * Reads what a package says of itself: `[project]` as packaging.python.org describes it, and `[tool.comfy]` as
 * https://docs.comfy.org/registry/specifications does (read 2026-11-28). `[tool.app]` has the same keys and wins.
 */
export async function readProject(folder: string): Promise<Project> {
  const file = path.join(folder, FILE);
  const text = await readFile(file, 'utf8').catch(() => {
    throw usageError(`${folder} has no ${FILE} that can be read.`);
  });
  let document: Table;
  try {
    document = parse(text);
  } catch (error) {
    throw usageError(`${file} is not TOML: ${(error as Error).message}`);
  }
  return describe(document, file);
}

function describe(document: Table, file: string): Project {
  const project = tableOf(document.project);
  const tools = tableOf(document.tool);
  const tool = { ...tableOf(tools.comfy), ...tableOf(tools.app) };
  const urls = tableOf(project.urls);
  const required = (name: string): string => {
    const value = textOf(project[name]);
    if (value === undefined) throw usageError(`${file}: [project] must have a \`${name}\`, as a text.`);
    return value;
  };
  const classifiers = listOf(project.classifiers);
  const dependencies = listOf(project.dependencies);
  const supports = {
    supported_os: after('Operating System :: ', classifiers),
    supported_accelerators: after('Environment :: ', classifiers),
    supported_app_version: textOf(tool['requires-app']) ?? textOf(tool['requires-comfyui']),
    supported_app_frontend_version: frontendOf(dependencies),
  };
  return {
    publisherId: textOf(tool.PublisherId),
    nodeId: required('name'),
    version: required('version'),
    node: defined({
      name: textOf(tool.DisplayName),
      description: textOf(project.description),
      icon: textOf(tool.Icon),
      banner_url: textOf(tool.Banner),
      license: licenseOf(project.license),
      repository: textOf(urls.Repository) ?? textOf(urls.repository),
      tags: listOf(project.keywords),
      ...supports,
    }),
    nodeVersion: defined({ version: required('version'), dependencies, ...supports }),
    includes: listOf(tool.includes) ?? [],
  };
}

/** A license is an SPDX text (PEP 639), or a table with a text or the name of a file. */
function licenseOf(license: unknown): string | undefined {
  const { text, file } = tableOf(license);
  return textOf(license) ?? textOf(text) ?? textOf(file);
}

function after(prefix: string, classifiers: string[] | undefined): string[] | undefined {
  const found = classifiers?.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
  return found?.length ? found : undefined;
}

/** The host application's frontend is a package like others. */
function frontendOf(dependencies: string[] | undefined): string | undefined {
  const found = dependencies?.find((one) => /^(comfyui|app)-frontend-package\b/.test(one));
  return found?.replace(/^[\w-]+/, '').trim() || undefined;
}

function tableOf(value: unknown): Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function listOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : undefined;
}

function defined(fields: Table): Table {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
