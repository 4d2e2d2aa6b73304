// Compiles packages/ each into its dist/, and apps/ and libs/ into dist/; copies the files that the compiler leaves behind, and builds the console.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { buildConsole } from './build-console.mjs';
import { stampBuild } from './prepare.mjs';

const root = path.resolve(import.meta.dirname, '..');
process.chdir(root);
// Packages first: the service is compiled against what they declare.
for (const name of ['engines', 'package-reader']) {
  fs.rmSync(`packages/${name}/dist`, { recursive: true, force: true });
  run('node_modules/typescript/bin/tsc', '-p', `packages/${name}/tsconfig.build.json`);
}
fs.rmSync('dist', { recursive: true, force: true });
run('node_modules/@nestjs/cli/bin/nest.js', 'build', 'api');
fs.cpSync('libs/media/work/src/samples/files', 'dist/libs/media/work/src/samples/files', { recursive: true });
for (const file of fs.globSync('libs/**/*.sql')) fs.cpSync(file, `dist/${file}`);
buildConsole();
stampBuild();

/** Ends the process when the program fails. */
function run(...command) {
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
