#!/usr/bin/env node
// The command of the packed service (npm run pack). It runs on the Node at hand, 20 or newer, and the service on its own.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { runAtelier } from '../dist/apps/cli/main.js';
import { runInForeground } from './foreground.mjs';
import { giveMemoryBack } from './memory.mjs';
import { onNpmEnded } from './parent-watch.mjs';
import { requireNode, root } from './prepare.mjs';

const PROGRAMS = {
  up: ['scripts/start.mjs', 'api', '--built'],
  token: ['dist/apps/token/src/main.js'],
  mirror: ['dist/apps/mirror/src/main.js', 'mirror'],
  bundle: ['dist/apps/mirror/src/main.js', 'bundle'],
};

if (fs.existsSync('.env')) process.loadEnvFile('.env');
await runAtelier(process.argv.slice(2), {
  version: JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).version,
  set: (name, value) => (process.env[name] = value),
  run(name, parameters) {
    const folder = nameFolder();
    if (name === 'up') console.error(`Data is in ${folder}`);
    const [program, ...first] = PROGRAMS[name];
    return run(path.join(root, program), ...first, ...parameters);
  },
  examine() {
    if (!fs.existsSync(nameFolder()) && !process.env.DATABASE_URL) return undefined;
    return examine();
  },
});

/** Here, unless the settings name one. */
function nameFolder() {
  process.env.DATA_DIR ||= 'atelier-data';
  return (process.env.DATA_DIR = path.resolve(process.env.DATA_DIR));
}

function run(...parameters) {
  const node = requireNode();
  giveMemoryBack(node, parameters);
  onNpmEnded(() => process.kill(process.pid, 'SIGTERM'));
  // The channel carries no messages: its end tells the service that this process is gone.
  return runInForeground(node, parameters, ['inherit', 'inherit', 'inherit', 'ipc']);
}

async function examine() {
  const program = path.join(root, 'dist/apps/doctor/src/main.js');
  return (await promisify(execFile)(requireNode(), [program])).stdout;
}
