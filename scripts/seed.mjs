// npm run seed -- <file.jsonl>: loads a catalogue of nodes into the registry of DATABASE_URL, or of the folder DATA_DIR.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { prepare } from './prepare.mjs';

const node = await prepare();
if (fs.existsSync('.env')) process.loadEnvFile('.env');
/**
 * Every batch makes many short-lived words. A larger nursery collects them sooner than they are copied, and a heap that is
 * not collected as a whole before it holds this much saves a sixth of the time of this process.
 */
const MEMORY = ['--max-semi-space-size=16', '--initial-old-space-size=512'];
const { status } = spawnSync(node, [...MEMORY, 'dist/apps/seed/src/main.js', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
