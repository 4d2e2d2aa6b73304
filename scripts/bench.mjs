// npm run bench, by bench/run.mjs. If the first name is a folder with a run.mjs, that study runs instead, with its options:
// npm run bench -- search --catalogue nodes.jsonl.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { prepare } from './prepare.mjs';

const node = await prepare();

const [name = '', ...options] = process.argv.slice(2);
const study = path.join('bench', name, 'run.mjs');
const isStudy = /^[a-z]/.test(name) && fs.existsSync(study);

installPeers();
if (isStudy) run(node, [study, ...options]);
else run(node, ['bench/run.mjs', ...process.argv.slice(2)]);

/** The peers have a separate lock file; they are installed when it has changed. */
function installPeers() {
  const lock = 'bench/package-lock.json';
  const stamp = 'bench/node_modules/.package-lock.json';
  if (fs.existsSync(stamp) && fs.statSync(stamp).mtimeMs >= fs.statSync(lock).mtimeMs) return;
  run('npm', ['ci', '--prefix', 'bench', '--ignore-scripts', '--no-audit', '--no-fund']);
  fs.utimesSync(stamp, new Date(), new Date());
}

function run(command, parameters) {
  const { status } = spawnSync(command, parameters, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}
