import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const PAGES = path.resolve(import.meta.dirname, 'src/pages');
const ROUTE =
  /getParentRoute: \(\) => (\w+),\s*path: '([^']+)',(?:(?!createRoute\()[\s\S])*?import\('(.+)\.js'\)/g;

/**
 * Writes which files the page of each path needs beside the first ones. The API names them in the page that it sends, so that
 * a browser loads them at once, and not after it has run the first ones.
 */
export const pageFiles: Plugin = {
  name: 'page-files',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const first = filesOf(
        chunks.find(({ isEntry }) => isEntry),
        bundle,
      );
      const pages = routes().flatMap(({ address, module }) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
        return chunk ? [[address, [...filesOf(chunk, bundle)].filter((file) => !first.has(file))]] : [];
      });
      this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: JSON.stringify(pages) });
    },
  },
};

/** The address of each page, such as `/registry/nodes/$nodeId`, and its module, as the `routes.ts` of the areas name them. */
function routes(): { address: string; module: string }[] {
  return globSync('**/routes.ts', { cwd: PAGES }).flatMap((file) =>
    [...readFileSync(path.join(PAGES, file), 'utf8').matchAll(ROUTE)].map(
      ([, parent, own = '', module = '']) => ({
        address: parent === 'adminRoute' ? `/admin/${own}`.replace(/\/+$/, '') : own,
        module: path.join(PAGES, path.dirname(file), `${module}.tsx`),
      }),
    ),
  );
}

/** A file with its styles, and all that it imports. */
function filesOf(
  chunk: Rolldown.OutputChunk | undefined,
  bundle: Rolldown.OutputBundle,
  found = new Set<string>(),
): Set<string> {
  if (!chunk || found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const name of chunk.imports) {
    const file = bundle[name];
    if (file?.type === 'chunk') filesOf(file, bundle, found);
  }
  return found;
}
