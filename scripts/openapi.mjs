// npm run openapi: writes openapi.json from the compiled service, without a database. With --check nothing is written:
// it fails when the committed file differs, or when a linter finds a problem. Needs a build.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { requireBuild, stampBuild } from './prepare.mjs';

const root = path.resolve(import.meta.dirname, '..');
const file = path.join(root, 'openapi.json');
requireBuild();
const { exportDocument } = await import(`${root}/dist/apps/api/src/document/export-document.js`);
const text = `${JSON.stringify(await exportDocument(), null, 2)}\n`;
const isCheck = process.argv.includes('--check');

const isNews = !fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text;
if (isNews && !isCheck) {
  fs.writeFileSync(file, text);
  // Its client is made from the file.
  const { buildConsole } = await import('./build-console.mjs');
  await buildConsole();
  stampBuild();
} else if (isNews) {
  console.error('openapi.json is not what the service says; run npm run openapi and commit it.');
  process.exitCode = 1;
}
if (isCheck) {
  const lints = [
    lint('@redocly/cli/bin/cli.js', '--config', 'redocly.yaml'),
    lint('@stoplight/spectral-cli/dist/index.js', '--ruleset', '.spectral.yaml', '--fail-severity', 'hint'),
  ];
  for (const status of await Promise.all(lints)) if (status !== 0) process.exitCode = 1;
}
// Modules that hold worker threads need not be waited for.
process.exit();

/** Runs a linter on the file; its output is shown when it fails. */
async function lint(cli, ...options) {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const command = [path.join(root, 'node_modules', cli), 'lint', file, ...options];
  const child = spawn(process.execPath, command, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const [status] = await once(child, 'close');
  if (status !== 0) console.error(said.trimEnd());
  return status;
}
