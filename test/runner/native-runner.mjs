import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import 'reflect-metadata';
import { loadSources } from './load-sources.mjs';

const require = createRequire(import.meta.url);
const circus = require.resolve('jest-circus/runner');

/**
 * Runs a test file with Jest's own test framework, but has Node load the modules. Jest would link and evaluate Nest, TypeORM
 * and the rest of the packages again for every file, which takes longer than most files' tests.
 */
export default async function runNatively(globalConfig, config, environment, runtime, testFile, send) {
  await loadSources(config, runtime.getSourceMaps());
  const modules = new NativeModules(environment);
  return freshFramework()(globalConfig, config, environment, modules, testFile, send);
}

/** The framework keeps its state in the process: each file gets a new one. */
function freshFramework() {
  for (const file of Object.keys(require.cache)) {
    if (file.includes('/node_modules/jest-circus/')) delete require.cache[file];
  }
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  return require(circus).default;
}

/** What the framework wants of Jest's module system, answered by Node's. */
class NativeModules {
  #environment;

  constructor(environment) {
    this.#environment = environment;
  }

  requireInternalModule(file) {
    return require(file);
  }

  requireModule(file) {
    return require(file);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(file) {
    return import(pathToFileURL(file).href);
  }

  setGlobalsForRuntime(globals) {
    const { moduleMocker, fakeTimersModern } = this.#environment;
    const jest = {
      fn: moduleMocker.fn.bind(moduleMocker),
      spyOn: moduleMocker.spyOn.bind(moduleMocker),
      useFakeTimers: (options) => fakeTimersModern.useFakeTimers(options),
      useRealTimers: () => fakeTimersModern.useRealTimers(),
      advanceTimersByTime: (milliseconds) => fakeTimersModern.advanceTimersByTime(milliseconds),
    };
    Object.assign(globalThis, globals, { jest });
  }

  enterTestCode() {}

  leaveTestCode() {}
}
