// npm run backup -- [<file>] and npm run restore -- <file>: rows and files of DATABASE_URL, or of the folder DATA_DIR.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { prepare } from './prepare.mjs';

const node = await prepare();
if (fs.existsSync('.env')) process.loadEnvFile('.env');
const { status } = spawnSync(node, ['dist/apps/backup/src/main.js', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
