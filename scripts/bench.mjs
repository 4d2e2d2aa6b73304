// Runs bench/<name>/run.mjs on compiled code: npm run bench -- <name> [options of that benchmark]. Without a name: http.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
process.chdir(root);

const [name = 'http', ...options] = process.argv.slice(2);
const names = fs
  .readdirSync('bench', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && fs.existsSync(path.join('bench', entry.name, 'run.mjs')))
  .map((entry) => entry.name);
if (!names.includes(name)) {
  console.error(`Usage: npm run bench -- <${names.join('|')}> [options]`);
  process.exit(2);
}

installPeers();
run(process.execPath, ['scripts/build.mjs']);
run(process.execPath, [path.join('bench', name, 'run.mjs'), ...options]);

/** The engines to compare with have a lock file of their own; they are installed when it has changed. */
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
