// npm run seed -- <file.jsonl>: loads a catalogue of nodes into the registry of DATABASE_URL, or of the folder DATA_DIR.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { prepare } from './prepare.mjs';

const node = await prepare();
if (fs.existsSync('.env')) process.loadEnvFile('.env');
/** Every batch makes many short-lived words: a larger nursery halves the time spent on collecting them. */
const MEMORY = '--max-semi-space-size=64';
const { status } = spawnSync(node, [MEMORY, 'dist/apps/seed/src/main.js', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
