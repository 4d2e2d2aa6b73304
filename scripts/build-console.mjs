// Builds the console's pages into dist/apps/console, with the client and the forms made from openapi.json.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', 'apps/console/vite.config.ts'];

/** Ends the process when a step fails. */
export function buildConsole() {
  for (const command of [
    ['packages/client/generate.mjs'],
    ['apps/console/generate-forms.mjs'],
    [...vite, '--logLevel', 'warn'],
  ]) {
    const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
}
