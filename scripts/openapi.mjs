// npm run openapi: writes openapi.json from the compiled service, without a database. With --check nothing is written:
// it fails when the committed file is another one, or when the linter finds an error. Needs a build.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { requireBuild } from './prepare.mjs';

const root = path.resolve(import.meta.dirname, '..');
const file = path.join(root, 'openapi.json');
requireBuild();
const { exportDocument } = await import(`${root}/dist/apps/api/src/document/export-document.js`);
const text = `${JSON.stringify(await exportDocument(), null, 2)}\n`;
const isCheck = process.argv.includes('--check');

if (!isCheck) fs.writeFileSync(file, text);
else if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) {
  console.error('openapi.json is not what the service says; run npm run openapi and commit it.');
  process.exitCode = 1;
}
if (isCheck && lint() !== 0) process.exitCode = 1;
// Modules that hold worker threads need not be waited for.
process.exit();

function lint() {
  const cli = path.join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return spawnSync(process.execPath, [cli, 'lint', file, '--config', 'redocly.yaml'], {
    cwd: root,
    env,
    stdio: 'inherit',
  }).status;
}
