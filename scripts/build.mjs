// Compiles apps/ and libs/ into dist/, copies the files that the compiler leaves behind, and builds the console.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { buildConsole } from './build-console.mjs';
import { stampBuild } from './prepare.mjs';

const root = path.resolve(import.meta.dirname, '..');
process.chdir(root);
fs.rmSync('dist', { recursive: true, force: true });
for (const app of ['api']) {
  const run = spawnSync(process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build', app], {
    stdio: 'inherit',
  });
  if (run.status !== 0) process.exit(run.status ?? 1);
}
fs.cpSync('libs/media/work/src/samples/files', 'dist/libs/media/work/src/samples/files', { recursive: true });
for (const file of fs.globSync('libs/**/*.sql')) fs.cpSync(file, `dist/${file}`);
buildConsole();
stampBuild();
