import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const APPS = path.join(import.meta.dirname, '../../../dist/apps');
/** The console runs in browsers. */
const PROGRAMS = readdirSync(APPS).filter((app) => existsSync(path.join(APPS, app, 'src/main.js')));

/** What an older Node lacks: it names itself so, and does not know a built-in module that the service needs. */
const OLD_NODE = `
  import { registerHooks } from 'node:module';
  Object.defineProperty(process.versions, 'node', { value: '20.20.2' });
  registerHooks({
    resolve(name, context, next) {
      if (name === 'node:sqlite') throw new Error('ERR_UNKNOWN_BUILTIN_MODULE');
      return next(name, context);
    },
  });`;

describe('a program of the service on a Node that is too old', () => {
  it.each(PROGRAMS)('%s says so in a line', (app) => {
    const hook = `data:text/javascript,${encodeURIComponent(OLD_NODE)}`;
    const run = spawnSync(process.execPath, ['--import', hook, path.join(APPS, app, 'src/main.js')], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
    expect(run.stderr).toMatch(
      /^Atelier runs on Node 24 or newer, and this is Node 20\.20\.2\. .*npm start.*\n$/,
    );
    expect(run.status).toBe(1);
  });
});
