// npm test: installs and builds what has changed, then runs every test: Jest's, some of them once more on an ordinary PostgreSQL
// where one is installed, those of the console's components, and those in a browser where there is one.
// A package whose files are as they were when all its tests last passed is left out; with CI=true none is.
// Arguments go to Jest: npm test -- libs/accounts/users --selectProjects unit
// After the word console they go to the browser tests, which then run alone: npm test -- console moderation
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { findChromium } from './find-chromium.mjs';
import { findProgram } from './find-program.mjs';
import { runToEnd } from './foreground.mjs';
import { prepare } from './prepare.mjs';

/** One more than the cores of a small machine, because many tests wait for processes and timers. */
const WORKERS = 3;
/** Tests that depend on the version of PostgreSQL, its settings or its compiler. The embedded server has no JIT, so only these would notice. */
const ON_INSTALLED = [
  'test/e2e/ledger/(check|holds|lines|plans|usage)',
  'test/e2e/nodes/search/(conditions|many-matches|ranking|relevance)',
  'test/e2e/queue/job-queue',
  'test/e2e/tasks/submissions',
];
/** pg_virtualenv creates a cluster with Debian's settings, sets PG* to its address, and removes it. */
const VIRTUAL = ['-t', '-c', '--locale=C.UTF-8', '-o', 'max_connections=200'];
const IN_VIRTUAL =
  'TEST_DATABASE_URL="postgresql://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/postgres" ' +
  'exec env -u PGUSER -u PGPASSWORD -u PGHOST -u PGPORT -u PGDATABASE "$@"';
const PACKAGES = ['engines', 'package-reader'];
/** The state of each package when its tests passed last. */
const PASSED = 'node_modules/.cache/atelier/passed-packages.json';
/** The exit status after Ctrl-C: no further program starts. */
const INTERRUPTED = 128;

/** Where Jest notes the tests that failed, a line each: the file, a colon, the name. They are named again at the end. */
const FAILED = 'node_modules/.cache/atelier/failed-tests.txt';
/** As many files with failed tests are run again, one at a time: on a busy machine a test can time out. */
const RUN_AGAIN = 4;

const parameters = process.argv.slice(2);
const node = await prepare('all');
// Compiling is a fifth of what a process of the service needs to start, and the tests start more than a hundred.
process.env.NODE_COMPILE_CACHE ??= path.resolve('node_modules/.atelier/compile-cache');
process.exitCode =
  parameters[0] === 'console' ? await runBrowserTests(parameters.slice(1), 1) : await runJestFirst();

async function runJestFirst() {
  if (parameters.length > 0) return runJest(parameters);
  const { TEST_DATABASE_URL: installed } = process.env;
  delete process.env.TEST_DATABASE_URL;
  process.env.FAILED_TESTS = path.resolve(FAILED);
  fs.mkdirSync(path.dirname(FAILED), { recursive: true });
  fs.writeFileSync(FAILED, '');
  const states = Object.fromEntries(PACKAGES.map((name) => [name, stateOf(name)]));
  const jest = await runJest(withoutPassed(states));
  if (jest > INTERRUPTED) return jest;
  if (jest === 0) writePassed(states);
  const inJest = fs.readFileSync(FAILED, 'utf8');
  const again = await runOnInstalled(installed);
  if (again > INTERRUPTED) return again;
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '-c', 'apps/console/vitest.config.ts'];
  const components = await runToEnd(node, vitest, ['ignore', 'inherit', 'inherit']);
  if (components > INTERRUPTED) return components;
  const failed = fs.readFileSync(FAILED, 'utf8');
  const atLast = jest && (await runAgain(jest, inJest));
  if (atLast > INTERRUPTED) return atLast;
  const browser = await runBrowserTests([], 0);
  if (browser > INTERRUPTED) return browser;
  if (failed) console.log(`\nTests that failed:\n${failed}`);
  if (jest && atLast === 0) console.log('Run again by themselves, those of Jest passed.');
  const statuses = { Jest: atLast, PostgreSQL: again, components, browser };
  const wrong = Object.keys(statuses).filter((part) => statuses[part] !== 0);
  if (wrong.length === 0) return 0;
  console.log(`\nFailed: ${wrong.join(', ')}.`);
  return statuses[wrong[0]];
}

/** @param {string} failed Lines of {@link FAILED}; what is no file is not of a test, and stays. */
async function runAgain(status, failed) {
  const files = [...new Set(failed.match(/^[^:]+/gm) ?? [''])];
  if (files.length > RUN_AGAIN || !files.every((file) => fs.existsSync(file))) return status;
  return runJest(['-w', '1', '--runTestsByPath', ...files]);
}

/** Leaves out the tests of packages that have not changed since they passed. */
function withoutPassed(states) {
  if (process.env.CI === 'true' || !fs.existsSync(PASSED)) return [];
  const passed = JSON.parse(fs.readFileSync(PASSED, 'utf8'));
  const same = PACKAGES.filter((name) => passed[name] === states[name]);
  if (same.length === 0) return [];
  console.error(
    `Unchanged since their tests passed: packages/${same.join(', packages/')}. CI=true tests them again.`,
  );
  return ['--testPathIgnorePatterns', '/node_modules/', ...same.map((name) => `/packages/${name}/`)];
}

function writePassed(states) {
  fs.writeFileSync(PASSED, JSON.stringify(states));
}

/** A hash of its files and of its dependencies. Its tests use nothing else except the test runner. */
function stateOf(name) {
  const hash = createHash('sha256');
  const folders = [`packages/${name}`, 'test/support', 'test/runner'];
  // Runs on the Node of npm, which may be 20.
  const files = folders.flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true })
      .filter((file) => !/(^|[/\\])(dist|node_modules)([/\\]|$)/.test(file))
      .map((file) => path.join(folder, file))
      .sort(),
  );
  for (const file of ['package-lock.json', 'jest.config.js', ...files])
    if (fs.statSync(file).isFile()) hash.update(`${file}\0`).update(fs.readFileSync(file));
  return hash.digest('hex');
}

/** @param {string[]} given */
function runJest(given, program = node, before = []) {
  const hasWorkers = given.some((one) => /^(--maxWorkers|-w|--runInBand|-i)(=|\d|$)/.test(one));
  return runToEnd(
    program,
    [
      ...before,
      ...['--no-warnings', 'node_modules/jest/bin/jest.js'],
      ...(hasWorkers ? [] : [`--maxWorkers=${WORKERS}`]),
      ...given,
    ],
    ['ignore', 'inherit', 'inherit'],
  );
}

/** @param {string | undefined} url Of a cluster that runs, instead of one that is made. */
async function runOnInstalled(url) {
  const chosen = ['--selectProjects', 'e2e', '--testPathPatterns', ...ON_INSTALLED];
  if (url) {
    process.env.TEST_DATABASE_URL = url;
    return runJest(chosen);
  }
  const virtual = findProgram(['pg_virtualenv']);
  if (virtual) return runJest(chosen, virtual, [...VIRTUAL, 'sh', '-c', IN_VIRTUAL, 'sh', node]);
  console.error(
    '\nSKIPPED: the tests on an installed PostgreSQL, because there is no pg_virtualenv here.\n' +
      'Install one (Debian: apt-get install postgresql), or name an empty cluster: TEST_DATABASE_URL=postgresql://… npm test\n',
  );
  return 0;
}

/** @param {number} without The exit status on a machine without a browser. */
async function runBrowserTests(filters, without) {
  if (findChromium())
    return runToEnd(
      node,
      ['node_modules/@playwright/test/cli.js', 'test', '-c', 'test/console', ...filters],
      ['ignore', 'inherit', 'inherit'],
    );
  console.error(
    '\nSKIPPED: the tests of the console in a browser, because there is no Chromium here.\n' +
      'Install one (Debian: apt-get install chromium-headless-shell), or name it: CHROMIUM=/path/to/chromium npm test -- console\n',
  );
  return without;
}
