import fs from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createScriptTransformer } from '@jest/transform';

const SYNTAX = {
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
};

/** Doors of modules and packages. */
const OURS = /^(#libs\/|@atelier\/)/;

/** Where the source map of each loaded file is. */
const sourceMaps = new Map();
let sourceMapsOfTest;

/** Lets Node import the TypeScript sources, through the transform and the cache of Jest, which maps stacks back by `registry`. */
export async function loadSources(config, registry) {
  if (sourceMapsOfTest === undefined) addHooks(config.rootDir, await createScriptTransformer(config));
  sourceMapsOfTest = registry;
  for (const [url, map] of sourceMaps) registry.set(url, map);
}

function addHooks(folder, transformer) {
  const sources = pathToFileURL(`${folder}/`).href;
  registerHooks({
    resolve(specifier, context, next) {
      if (!context.parentURL?.endsWith('.ts')) return next(specifier, context);
      return OURS.test(specifier)
        ? sourceOf(next(specifier, context), sources)
        : (findSource(specifier, context.parentURL) ?? next(specifier, context));
    },
    load(url, context, next) {
      if (!url.startsWith(sources) || !url.endsWith('.ts')) return next(url, context);
      const { code, sourceMapPath } = transformer.transform(fileURLToPath(url), SYNTAX);
      sourceMaps.set(url, sourceMapPath);
      sourceMapsOfTest.set(url, sourceMapPath);
      return { format: 'module', source: code, shortCircuit: true };
    },
  });
}

/** The source of a door, which package.json knows as compiled: `dist/libs/…`, or `packages/…/dist/…`. */
function sourceOf({ url, ...resolved }, sources) {
  const source = url
    .replace(`${sources}dist/`, sources)
    .replace(/\/packages\/([^/]+)\/dist\//, '/packages/$1/src/');
  return { ...resolved, url: source.replace(/\.js$/, '.ts') };
}

function findSource(specifier, parentUrl) {
  if (!/^\.{1,2}\/.*\.js$/.test(specifier)) return undefined;
  const url = new URL(specifier.replace(/\.js$/, '.ts'), parentUrl);
  return fs.existsSync(url) ? { url: url.href, shortCircuit: true } : undefined;
}
