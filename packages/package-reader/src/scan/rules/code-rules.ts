import { RUNS_CODE, TELLING_MODULE, TELLING_NAME } from '../code/known-names.js';
import type { Call } from '../code/observation.js';
import { has, isWhole, MARK, type Value } from '../code/value.js';
import { rule } from './python-rule.js';

export const RUNS_HIDDEN_CODE = rule(
  'runs_hidden_code',
  'Runs code that is hidden in encoded, compressed, encrypted or pieced text.',
);
export const RUNS_DOWNLOADED_CODE = rule('runs_downloaded_code', 'Runs code that it downloads.');
export const RUNS_DATA_AS_CODE = rule(
  'runs_data_as_code',
  'Runs the content of a file that is no Python file as code.',
);
export const RUNS_COMPILED_CODE = rule('runs_compiled_code', 'Runs compiled Python, which cannot be read.');
export const HIDES_NAMES = rule(
  'hides_names',
  'Puts the name of a module or function together out of pieces, so that it is not seen.',
);
export const ROUTE_RUNS_CODE = rule(
  'route_runs_code',
  'Runs as code what the caller of a route of the host sends.',
);

export const CODE_RULES = [
  RUNS_HIDDEN_CODE,
  RUNS_DOWNLOADED_CODE,
  RUNS_DATA_AS_CODE,
  RUNS_COMPILED_CODE,
  HIDES_NAMES,
  ROUTE_RUNS_CODE,
];

const UNPICKLES = /^(?:pickle|_pickle|cPickle|dill|cloudpickle)\.loads$/;

/** The rule on running code that a call breaks. */
export function codeRuleOf({ path = '', given, named, everything }: Call) {
  if (path.startsWith('hidden:')) {
    const name = path.slice('hidden:'.length);
    const isTold =
      given.length > 0 && isWhole(given.at(-1)) && (TELLING_MODULE.test(name) || TELLING_NAME.test(name));
    return isTold ? HIDES_NAMES : undefined;
  }
  if (path === 'builtins.?') return HIDES_NAMES;
  const code = given[0] ?? named.get('source') ?? everything[0];
  if (UNPICKLES.test(path))
    return has(code, MARK.downloaded | MARK.decoded) ? unpickledRule(code) : undefined;
  if (!RUNS_CODE.test(path) || !code) return undefined;
  if (has(code, MARK.request)) return ROUTE_RUNS_CODE;
  if (has(code, MARK.downloaded | MARK.downloadedFile)) return RUNS_DOWNLOADED_CODE;
  if (has(code, MARK.decoded) || (path === 'builtins.exec' && has(code, MARK.pieced)))
    return RUNS_HIDDEN_CODE;
  if (path.startsWith('marshal.')) return RUNS_COMPILED_CODE;
  const isData = has(code, MARK.fileBytes) || (path === 'builtins.exec' && has(code, MARK.dataFile));
  return isData ? RUNS_DATA_AS_CODE : undefined;
}

function unpickledRule(code: Value | undefined) {
  return has(code, MARK.downloaded) ? RUNS_DOWNLOADED_CODE : undefined;
}
