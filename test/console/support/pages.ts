import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SOURCES = path.resolve(import.meta.dirname, '../../../apps/console/src');
const ROUTE = /getParentRoute: \(\) => (\w+),\s*path: '([^']+)'/g;

/** The path of every page, such as `/desk/publishers/$publisherId`, as the `routes.ts` of the areas name them. */
export function pagePaths(): string[] {
  const files = globSync('pages/**/routes.ts', { cwd: SOURCES });
  return files
    .flatMap((file) => [...readFileSync(path.join(SOURCES, file), 'utf8').matchAll(ROUTE)])
    .map(([, parent, own = '']) => (parent === 'adminRoute' ? `/admin/${own.replace(/^\//, '')}` : own))
    .sort();
}

/** The path of a page about the things of `ids`. */
export function pageOf(pagePath: string, ids: Readonly<Record<string, string>>): string {
  const own = pagePath.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`Say in every-page.spec.ts what $${name} of ${pagePath} is`);
    return encodeURIComponent(id);
  });
  return `/console${own === '/' ? '' : own}`;
}
