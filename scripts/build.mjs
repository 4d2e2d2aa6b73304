// Compiles packages/ each into its dist/, and apps/ and libs/ into dist/; copies the files that the compiler leaves behind, and builds
// the console and the guide meanwhile. The commands of the terminal are bundled: few files start fastest, on a Node without the
// packages.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';
import { buildConsole, buildGuide, run } from './build-console.mjs';
import { stampBuild } from './prepare.mjs';

const PACKAGES = ['engines', 'package-reader'];

process.chdir(path.resolve(import.meta.dirname, '..'));
for (const folder of ['dist', ...PACKAGES.map((name) => `packages/${name}/dist`)])
  fs.rmSync(folder, { recursive: true, force: true });
await Promise.all([compile(), buildConsole().then(bundleCommands), buildGuide()]);
fs.cpSync('libs/media/work/src/samples/files', 'dist/libs/media/work/src/samples/files', { recursive: true });
for (const file of fs.globSync('libs/**/*.sql')) fs.cpSync(file, `dist/${file}`);
stampBuild();

/** Packages first: the service is compiled against what they declare. */
async function compile() {
  await Promise.all(
    PACKAGES.map((name) =>
      run('node_modules/typescript/bin/tsc', '-p', `packages/${name}/tsconfig.build.json`),
    ),
  );
  await Promise.all([run('node_modules/@nestjs/cli/bin/nest.js', 'build', 'api'), bundleReading()]);
}

/** They run on any Node from 20 on, and load what a command needs when it runs. */
async function bundleCommands() {
  await build({
    input: { main: 'apps/cli/src/main.ts' },
    platform: 'node',
    external: ['@napi-rs/keyring'],
    transform: { target: 'node20' },
    output: { dir: 'dist/apps/cli', chunkFileNames: '[name].js', minify: true },
  });
}

/** Puts all that the reading thread loads into one file, which a thread loads in a fifth of the time of a hundred. */
async function bundleReading() {
  const file = 'packages/package-reader/dist/reading/reading.worker.js';
  await build({
    input: file,
    platform: 'node',
    external: ['web-tree-sitter'],
    output: { file, minify: true },
  });
}
