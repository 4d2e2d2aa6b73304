import path from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

/** Builds the console into dist/, from where the API serves it at /console. */
export default defineConfig({
  root,
  base: '/console/',
  // The API puts a fresh value in its place in each page that it sends.
  html: { cspNonce: 'NONCE_OF_THE_REPLY' },
  build: {
    outDir: path.resolve(root, '../../dist/apps/console'),
    emptyOutDir: true,
    target: 'es2023',
    // Small files as links of their own: the policy of the pages takes pictures of this server, not inlined ones of scripts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // "use client" of libraries means nothing outside of a server of pages.
      onLog: (level, log, write) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && write(level, log),
    },
  },
});
