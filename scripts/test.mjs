// npm test: installs and builds what has changed, then runs every test. Arguments go to Jest:
// npm test -- libs/users --selectProjects unit
import path from 'node:path';
import { runInForeground } from './foreground.mjs';
import { prepare } from './prepare.mjs';

/** One more than the cores of a small machine: many tests wait, for processes that start and for times that pass. */
const WORKERS = 3;

const parameters = process.argv.slice(2);
const hasWorkers = parameters.some((parameter) =>
  /^(--maxWorkers|-w|--runInBand|-i)(=|\d|$)/.test(parameter),
);
const node = await prepare();
// Compiling is a fifth of what a process of the service needs to start, and the tests start more than a hundred.
process.env.NODE_COMPILE_CACHE ??= path.resolve('node_modules/.atelier/compile-cache');
runInForeground(
  node,
  [
    ...['--no-warnings', 'node_modules/jest/bin/jest.js'],
    ...(hasWorkers ? [] : [`--maxWorkers=${WORKERS}`]),
    ...parameters,
  ],
  ['ignore', 'inherit', 'inherit'],
);
