// Builds the console's pages into dist/apps/console, with the client and the forms made from openapi.json, and the guide.
import path from 'node:path';
import { buildClient } from './build-client.mjs';
import { runToEnd } from './foreground.mjs';

const root = path.resolve(import.meta.dirname, '..');
const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', 'apps/console/vite.config.ts'];

export async function buildConsole() {
  await buildClient();
  await run('apps/console/generate-forms.mjs');
  await run(...vite, '--logLevel', 'warn');
}

/** Builds the documentation into dist/apps/guide. */
export async function buildGuide() {
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  await run('node_modules/astro/bin/astro.mjs', 'build', '--root', 'apps/guide', '--silent');
}

/** Runs a script of the checkout. Ends the process when it fails. */
export async function run(script, ...parameters) {
  const status = await runToEnd(process.execPath, [path.join(root, script), ...parameters], 'inherit');
  if (status !== 0) process.exit(status);
}
