import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;
const CI_SCRIPT = path.resolve(root, '../../deploy/ci/publish.py');

/** Builds the console into dist/, from which the API serves it at /console. */
export default defineConfig({
  root,
  base: '/console/',
  // The API replaces this with a fresh nonce in each page.
  html: { cspNonce: 'NONCE_OF_THE_REPLY' },
  plugins: [
    {
      name: 'ci-script',
      // CI workflows fetch it at /console/publish.py.
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'publish.py', source: readFileSync(CI_SCRIPT) });
      },
    },
  ],
  build: {
    outDir: path.resolve(root, '../../dist/apps/console'),
    emptyOutDir: true,
    target: 'es2023',
    // Small files stay separate: the content security policy allows pictures of this server, not inlined ones.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // "use client" in libraries only matters with server-side rendering.
      onLog: (level, log, write) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && write(level, log),
    },
  },
});
