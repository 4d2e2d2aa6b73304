import { defineConfig } from 'vitest/config';
import { texts } from './vite.config.js';

/** Tests of single components, in a page without a browser. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [...texts],
  test: {
    environment: 'happy-dom',
    globals: true,
    include: ['src/**/*.spec.{ts,tsx}'],
    setupFiles: ['./test-page.ts'],
  },
});
