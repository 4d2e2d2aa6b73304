// Prepares a checkout to run: installs the locked packages and builds dist/ from the sources. What has not changed is left alone,
// so a prepared checkout may be read-only. Runs on the Node that runs npm, 20 or newer.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { prune } from './prune.mjs';

export const root = path.resolve(
  import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
  '..',
);

const REQUIRED_NODE_MAJOR = 24;
const NODE_PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const INSTALL_STAMP = path.join(root, 'node_modules/.atelier/install');
const BUILD_STAMP = path.join(root, 'dist/.atelier-build');
/** Everything that a build depends on; tests apart. */
const BUILD_INPUTS = [
  'apps',
  'libs',
  'packages',
  'docs',
  'SECURITY.md',
  'CHANGELOG.md',
  'ormconfig.ts',
  'nest-cli.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
  'package-lock.json',
  'openapi.json',
  'scripts/build.mjs',
  'scripts/build-client.mjs',
  'scripts/build-console.mjs',
];

/** Arguments of `npm ci`, and the stamp of each set; `all` adds what tests, lints and draws. */
const SETS = {
  run: ['--omit=dev', '--include=optional'],
  all: ['--include=dev', '--include=optional'],
};

/**
 * Installs and builds what has changed, with a line per step on standard error, and ends the process when a step fails. Standard
 * output is left to the program.
 * @param {'run' | 'all'} set What the caller needs; a checkout that has all keeps all. `run` removes the build
 *   tools after the build, and installs them again for the next one.
 * @returns {Promise<string>} the path of the Node that the service runs on.
 */
export async function prepare(set = 'run') {
  process.chdir(root);
  const wanted = readIfExists(INSTALL_STAMP)?.endsWith('-all') ? 'all' : set;
  const isReady = isBuilt();
  const hasInstalled = await installIfChanged(wanted, isReady);
  const node = requireNode();
  if (!isReady) await step('Building', node, ['scripts/build.mjs']);
  if (hasInstalled && wanted === 'run') prune(root);
  return node;
}

/** Ends the process unless dist/ was made from the present sources. */
export function requireBuild() {
  if (!isBuilt()) fail('dist/ was not built from these sources. Run npm run build first.');
}

/** Whether dist/ was made from the present sources. */
export function isBuilt() {
  const stamp = readIfExists(BUILD_STAMP);
  return stamp !== undefined && stamp === hashOfSources();
}

/** Records in dist/ which sources it was made from; called at the end of a complete build. */
export function stampBuild() {
  fs.writeFileSync(BUILD_STAMP, hashOfSources());
}

/** Whether it has installed anything. */
async function installIfChanged(set, isReady) {
  const wanted = `${hashOf(['package.json', 'package-lock.json'])}-${process.platform}-${process.arch}-${set}`;
  if (readIfExists(INSTALL_STAMP) === wanted && (isReady || !isPruned())) return false;
  const isMissing = !hasLockedPackages(set);
  if (isMissing) {
    // npm would empty the folder behind a link, which belongs to another checkout.
    if (isLink('node_modules'))
      fail('node_modules is a link to packages of other versions. Install them there.');
    const npm = npmCommand();
    await step('Installing packages', npm.command, [
      ...npm.parameters,
      ...['ci', ...SETS[set], '--no-audit', '--no-fund'],
    ]);
    removeHeaders();
  }
  if (!isLink('node_modules')) writeIfPossible(INSTALL_STAMP, wanted);
  return isMissing;
}

/** npm's note of what is installed goes with the packages that are taken away. */
function isPruned() {
  return !fs.existsSync(path.join(root, 'node_modules/.package-lock.json'));
}

/** Whether npm's record in node_modules agrees with the lock file: `npm ci` may have been run by hand. */
function hasLockedPackages(set) {
  const text = readIfExists(path.join(root, 'node_modules/.package-lock.json'));
  if (text === undefined) return false;
  const installed = JSON.parse(text).packages;
  const locked = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(([name, entry]) => {
    if (name === '') return true;
    if (installed[name]) return installed[name].version === entry.version;
    return (set === 'run' && (entry.dev || entry.devOptional)) || mayBeAbsent(entry);
  });
}

/** The package of Node brings 67 MB of headers, for compilers of native modules. Nothing here is compiled so. */
function removeHeaders() {
  fs.rmSync(path.join(root, 'node_modules', NODE_PACKAGE, 'include'), { recursive: true, force: true });
}

/** Optional packages are mostly for other machines; npm chooses the C library itself. */
function mayBeAbsent({ optional, os, cpu, libc }) {
  if (!optional) return false;
  const isForThisMachine = [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
  return !isForThisMachine || libc !== undefined;
}

/** Node 24 from the lock file if npm has it for this machine, else the present one if it is new enough. */
export function requireNode() {
  const locked = lockedNode();
  if (locked && spawnSync(locked, ['--version'], { stdio: 'ignore' }).status === 0) return locked;
  if (Number.parseInt(process.versions.node, 10) >= REQUIRED_NODE_MAJOR) return process.execPath;
  fail(
    `Atelier runs on Node ${REQUIRED_NODE_MAJOR}, which npm does not carry for this machine; this is Node ` +
      `${process.versions.node}. Install Node ${REQUIRED_NODE_MAJOR} or newer from https://nodejs.org and try again.`,
  );
}

function lockedNode() {
  try {
    const folder = path.dirname(createRequire(import.meta.url).resolve(`${NODE_PACKAGE}/package.json`));
    return path.join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    return undefined;
  }
}

function npmCommand() {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return { command: process.execPath, parameters: [script] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', parameters: [] };
}

/** The environment for npm and tools, without the outer npm's settings for its own folders, such as `--prefix`. */
function toolEnvironment() {
  const foreign = /^npm_config_(prefix|local_prefix|global_prefix|global|location)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

/** Runs one step quietly; its output is shown when it fails. */
async function step(title, command, parameters) {
  const startedAt = Date.now();
  console.error(`${title} ...`);
  const child = spawn(command, parameters, {
    cwd: root,
    env: toolEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: command.endsWith('.cmd'),
  });
  const output = [];
  child.stdout.on('data', (bytes) => output.push(bytes));
  child.stderr.on('data', (bytes) => output.push(bytes));
  const passOn = (signal) => child.kill(signal);
  process.on('SIGINT', passOn).on('SIGTERM', passOn);
  const status = await new Promise((resolve) => {
    child.on('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
  process.off('SIGINT', passOn).off('SIGTERM', passOn);
  if (status === 0)
    return console.error(`${title}: done in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  fail(`${Buffer.concat(output).toString('utf8').trimEnd()}\n\n${title} failed. The reason is above.`);
}

/** Removes the record: dist/ is about to change. */
export function unstampBuild() {
  fs.rmSync(BUILD_STAMP, { force: true });
}

function hashOfSources() {
  return hashOf(BUILD_INPUTS.flatMap((name) => listFiles(name)));
}

function listFiles(name) {
  const stat = fs.statSync(path.join(root, name), { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [name];
  return fs
    .readdirSync(path.join(root, name), { withFileTypes: true })
    .filter(
      (entry) =>
        !/\.(e2e-)?spec\.ts$|^__fixtures__$|^SHA256SUMS$|^generated$|^dist$|^node_modules$/.test(entry.name),
    )
    .flatMap((entry) =>
      entry.isDirectory() ? listFiles(`${name}/${entry.name}`) : [`${name}/${entry.name}`],
    )
    .sort();
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function isLink(name) {
  return fs.lstatSync(path.join(root, name), { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function readIfExists(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
}

/** A stamp only saves work the next time, so a read-only checkout works without. */
function writeIfPossible(file, text) {
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
