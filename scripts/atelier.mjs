#!/usr/bin/env node
// The command of the packed service (npm run pack). It runs on the Node at hand, 20 or newer, and the service on its own.
import fs from 'node:fs';
import path from 'node:path';
import { runInForeground } from './foreground.mjs';
import { giveMemoryBack } from './memory.mjs';
import { onNpmEnded } from './parent-watch.mjs';
import { requireNode, root } from './prepare.mjs';

const USAGE = `Usage: atelier <command>

  up      Starts the service. Its data is in DATA_DIR, by default ./atelier-data
  token   Prints a new token of an admin
  mirror  Copies a registry into a folder, keeps it up to date and serves it: atelier mirror FOLDER --from URL
  bundle  Makes signed files of a mirror for networks without a connection: atelier bundle keygen|export|import

Settings are environment variables, or lines of a file .env in the current folder.`;

const [command = '--help', ...rest] = process.argv.slice(2);
if (fs.existsSync('.env')) process.loadEnvFile('.env');
process.env.DATA_DIR ||= path.resolve('atelier-data');
if (command === 'up') {
  console.error(`Data is in ${path.resolve(process.env.DATA_DIR)}`);
  run(path.join(root, 'scripts/start.mjs'), 'api', '--built');
} else if (command === 'token') {
  run(path.join(root, 'dist/apps/token/src/main.js'));
} else if (command === 'mirror' || command === 'bundle') {
  run(path.join(root, 'dist/apps/mirror/src/main.js'), command, ...rest);
} else if (command === '--version') {
  console.log(JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).version);
} else {
  (command === '--help' ? console.log : console.error)(USAGE);
  process.exitCode = command === '--help' ? 0 : 2;
}

function run(...parameters) {
  const node = requireNode();
  giveMemoryBack(node, parameters);
  onNpmEnded(() => process.kill(process.pid, 'SIGTERM'));
  // The channel carries no messages: its end tells the service that this process is gone.
  runInForeground(node, parameters, ['inherit', 'inherit', 'inherit', 'ipc']);
}
