import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { sidebar } from './documents.mjs';

export default defineConfig({
  base: '/guide',
  outDir: '../../dist/apps/guide',
  publicDir: '../../docs/images',
  vite: {
    build: { assetsInlineLimit: 0 },
    // The build runs programs in its output folder, from where other versions of these packages would be found.
    environments: { prerender: { resolve: { noExternal: true } } },
  },
  integrations: [
    starlight({
      title: 'Atelier',
      favicon: '/icon.svg',
      sidebar,
      customCss: ['./src/guide.css'],
      expressiveCode: { defaultProps: { wrap: true } },
    }),
    {
      name: 'inline-scripts',
      hooks: { 'astro:build:done': ({ dir }) => nameInlineScripts(fileURLToPath(dir)) },
    },
  ],
});

/** Writes the hashes of all scripts inside the pages, for the content security policy that the service sends with them. */
function nameInlineScripts(folder) {
  const hashes = new Set();
  for (const page of fs.globSync('**/*.html', { cwd: folder }))
    for (const [, code] of fs
      .readFileSync(`${folder}${page}`, 'utf8')
      .matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs))
      hashes.add(`sha256-${createHash('sha256').update(code).digest('base64')}`);
  fs.writeFileSync(`${folder}inline-scripts.json`, JSON.stringify([...hashes]));
}
