// npm test: installs and builds what has changed, then runs every test. Arguments go to Jest:
// npm test -- libs/users --selectProjects unit
import { runInForeground } from './foreground.mjs';
import { prepare } from './prepare.mjs';

const WORKERS = 2;

const parameters = process.argv.slice(2);
const hasWorkers = parameters.some((parameter) =>
  /^(--maxWorkers|-w|--runInBand|-i)(=|\d|$)/.test(parameter),
);
const node = await prepare();
runInForeground(
  node,
  [
    ...['--no-warnings', 'node_modules/jest/bin/jest.js'],
    ...(hasWorkers ? [] : [`--maxWorkers=${WORKERS}`]),
    ...parameters,
  ],
  ['ignore', 'inherit', 'inherit'],
);
