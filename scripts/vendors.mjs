// npm run vendor:record, npm run vendor:probe: what real vendors answer, see docs/vendors.md.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { prepare } from './prepare.mjs';

const node = await prepare();
if (fs.existsSync('.env')) process.loadEnvFile('.env');
const { status } = spawnSync(node, ['dist/apps/vendors/src/main.js', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
