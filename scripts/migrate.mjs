// npm run migrate: brings the schema of the database of the service with the same settings up to date.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { prepare } from './prepare.mjs';

const node = await prepare();
if (fs.existsSync('.env')) process.loadEnvFile('.env');
const { status } = spawnSync(node, ['dist/apps/migrate/src/main.js'], { stdio: 'inherit' });
process.exit(status ?? 1);
