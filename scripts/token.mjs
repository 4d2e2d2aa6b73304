// npm run token: prints a new token of an admin of the service with the same settings, which may run meanwhile.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { prepare } from './prepare.mjs';

const node = await prepare();
if (fs.existsSync('.env')) process.loadEnvFile('.env');
const { status } = spawnSync(node, ['dist/apps/token/src/main.js'], { stdio: 'inherit' });
process.exit(status ?? 1);
