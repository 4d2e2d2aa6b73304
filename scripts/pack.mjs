// npm run pack: makes atelier-<version>.tgz out of what is built. It starts in an empty folder: npx ./atelier-0.1.0.tgz up
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prepare, root } from './prepare.mjs';

/** Packages of this repository that the service runs on. No registry has them, so they travel inside. */
const BUNDLED = ['engines', 'package-reader'];
const COPIED = ['dist', 'config', 'LICENSE', 'NOTICE', 'README.md', 'docs/third-party.md'];
const SCRIPTS = [
  'atelier',
  'foreground',
  'locked-packages',
  'memory',
  'parent-watch',
  'prepare',
  'prune',
  'start',
];

const [folder = root, isBuilt] = process.argv.slice(2);
if (isBuilt !== '--built') await prepare();
const stage = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-pack-'));
for (const name of [...COPIED, ...SCRIPTS.map((script) => `scripts/${script}.mjs`)]) copy(name, name);
for (const name of BUNDLED)
  for (const part of ['package.json', 'dist'])
    copy(`packages/${name}/${part}`, `node_modules/@atelier/${name}/${part}`);
fs.writeFileSync(path.join(stage, 'package.json'), JSON.stringify(manifest(), undefined, 2));
const parameters = ['pack', '--pack-destination', path.resolve(folder)];
const { status } = spawnSync('npm', parameters, { cwd: stage, stdio: ['ignore', 'inherit', 'ignore'] });
fs.rmSync(stage, { recursive: true });
process.exitCode = status ?? 1;

/** Without what only compilers and debuggers read. */
function copy(from, to) {
  const filter = (file) => !/\.(map|d\.ts|tsbuildinfo)$|\.atelier-build$/.test(file);
  fs.cpSync(path.join(root, from), path.join(stage, to), { recursive: true, filter });
}

function read(name) {
  return JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'));
}

/** With what the bundled packages need: npm installs nothing for a package that travels inside another. */
function manifest() {
  const { name, version, description, license, type, imports, ...own } = read('package.json');
  const all = [own, ...BUNDLED.map((one) => read(`packages/${one}/package.json`))];
  return {
    ...{ name, version, description, license, type, imports },
    dependencies: Object.assign({}, ...all.map(({ dependencies }) => dependencies)),
    optionalDependencies: Object.assign({}, ...all.map(({ optionalDependencies }) => optionalDependencies)),
    bin: { atelier: 'scripts/atelier.mjs' },
    scripts: { token: 'node scripts/atelier.mjs token' },
    files: ['dist', 'config', 'scripts', 'docs', 'NOTICE'],
    bundleDependencies: BUNDLED.map((one) => `@atelier/${one}`),
  };
}
