// npm test: installs and builds what has changed, then runs every test: Jest's, and those in a browser where there is one.
// Arguments go to Jest: npm test -- libs/users --selectProjects unit
// After the word console they go to the browser tests, which then run alone: npm test -- console moderation
import path from 'node:path';
import { findChromium } from './find-chromium.mjs';
import { runToEnd } from './foreground.mjs';
import { prepare } from './prepare.mjs';

/** One more than the cores of a small machine: many tests wait, for processes that start and for times that pass. */
const WORKERS = 3;
/** A program ended by Ctrl-C, and no other begins. */
const INTERRUPTED = 128;

const parameters = process.argv.slice(2);
const node = await prepare();
// Compiling is a fifth of what a process of the service needs to start, and the tests start more than a hundred.
process.env.NODE_COMPILE_CACHE ??= path.resolve('node_modules/.atelier/compile-cache');
process.exitCode =
  parameters[0] === 'console' ? await runBrowserTests(parameters.slice(1), 1) : await runJestFirst();

async function runJestFirst() {
  const hasWorkers = parameters.some((parameter) =>
    /^(--maxWorkers|-w|--runInBand|-i)(=|\d|$)/.test(parameter),
  );
  const jest = await runToEnd(
    node,
    [
      ...['--no-warnings', 'node_modules/jest/bin/jest.js'],
      ...(hasWorkers ? [] : [`--maxWorkers=${WORKERS}`]),
      ...parameters,
    ],
    ['ignore', 'inherit', 'inherit'],
  );
  if (parameters.length > 0 || jest > INTERRUPTED) return jest;
  const browser = await runBrowserTests([], 0);
  return jest || browser;
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
      'Install one (Debian: apt-get install chromium), or name it: CHROMIUM=/path/to/chromium npm test -- console\n',
  );
  return without;
}
