import { KIND, TELLING_MODULE, TELLING_NAME } from '../code/known-names.js';
import type { Call } from '../code/observation.js';
import type { Effect, Scope } from '../code/python-file.js';
import { foreignMark, isDownloaded, isInRepository } from '../code/calls.js';
import { isElsewhere } from '../code/places.js';
import { has, isWhole, MARK, marksOf, UNKNOWN, type Value } from '../code/value.js';
import { rule } from './define-rule.js';

const RUNS_HIDDEN_CODE = rule(
  'runs_hidden_code',
  'Runs code that is hidden in encoded, compressed, encrypted or pieced text.',
);
const RUNS_DOWNLOADED_CODE = rule('runs_downloaded_code', 'Runs code that it downloads.');
const RUNS_DATA_AS_CODE = rule(
  'runs_data_as_code',
  'Runs the content of a file that is no Python file as code.',
);
const RUNS_COMPILED_CODE = rule('runs_compiled_code', 'Runs compiled Python, which cannot be read.');
const HIDES_NAMES = rule(
  'hides_names',
  'Puts the name of a module or function together out of pieces, so that it is not seen.',
);
const ROUTE_RUNS_CODE = rule('route_runs_code', 'Runs as code what the caller of a route of the host sends.');

const LOADS_FOREIGN_MODEL = rule(
  'loads_foreign_model',
  'Loads a model as objects, which may run code, from a host where models are seldom kept.',
);
export const LOOSENS_LOADING = rule(
  'loosens_loading',
  'Lets models of all packages be loaded as objects, which may run code.',
  'warning',
);
const REPLACES_INSTALL_STEP = rule(
  'replaces_install_step',
  'Replaces a step of its installation by code that starts programs, runs texts or uses the network.',
);

const LOADS_FOREIGN_REPOSITORY = rule(
  'loads_foreign_repository',
  'Runs the code of a repository of others that comes with a model, without the questions that are asked before.',
  'warning',
);

export const CODE_RULES = [
  LOADS_FOREIGN_REPOSITORY,
  REPLACES_INSTALL_STEP,
  RUNS_HIDDEN_CODE,
  RUNS_DOWNLOADED_CODE,
  RUNS_DATA_AS_CODE,
  RUNS_COMPILED_CODE,
  HIDES_NAMES,
  ROUTE_RUNS_CODE,
  LOADS_FOREIGN_MODEL,
  LOOSENS_LOADING,
];

/** Run what is more than an expression. */
const RUNS_STATEMENTS =
  /^(?:builtins\.exec|timeit|c?[pP]rofile|[pb]db|trace|code|codeop|ctypes\.pythonapi)\b/;
/** A member of a name of the package that is called or assigned, as `y = model.blocks.forward(x)`. */
const PLAIN_CODE =
  /^\s*(?:[a-z]\w*\s*=\s*)?(?!(?:os|sys|subprocess|socket|shutil|builtins|importlib|ctypes|requests|urllib|pickle|marshal|base64)\b)[a-z]\w*(?:\.(?!_)\w+|\[\d+\]){1,6}\s*(?:\(\s*(?:[a-z]\w*\s*,?\s*){0,4}\)|=\s*[\w.]+)\s*$/i;
/** Run the content of files, or what was read from them. */
const RUNS_FILES = /^(?:builtins\.(?:exec|compile)|runpy|code|imp)\b/;
/** Call what their settings name. */
const LOADS_SETTINGS = /^(?:logging\.config\.(?:dictConfig|fileConfig)|hydra\.utils\.(?:instantiate|call))$/;
const LOADS_TEMPLATE = /^(?:jinja2\.(?:Template|.{0,60}\(\)\.from_string)|mako\.template\.Template)$/;
const UNPICKLES =
  /^(?:pickle|_pickle|cPickle|dill|cloudpickle|joblib|jsonpickle)\.(?:loads?|decode|Unpickler\(\)\.load)$/;

/** The rule on running code that a call breaks. */
export function codeRuleOf(call: Call) {
  const { path = '', kinds, given, named, everything, receiver } = call;
  if (path.startsWith('hidden:')) {
    const name = path.slice('hidden:'.length);
    const isTold =
      given.length > 0 && isWhole(given.at(-1)) && (TELLING_MODULE.test(name) || TELLING_NAME.test(name));
    return isTold ? HIDES_NAMES : undefined;
  }
  if (path.startsWith('builtins.?')) return HIDES_NAMES;
  if (path.startsWith('received.?request')) return ROUTE_RUNS_CODE;
  if (kinds & KIND.importsFile) {
    const place = named.get('location') ?? given.at(-1) ?? UNKNOWN;
    return isDownloaded(call.file, place) || isFetched(call, place) ? RUNS_DOWNLOADED_CODE : undefined;
  }
  const fetched = repositoryRuleOf(call);
  if (fetched) return fetched;
  if (kinds & KIND.loadsBytes)
    return has({ marks: marksOf(everything) }, MARK.decoded) ? RUNS_HIDDEN_CODE : undefined;
  if (loadsObjects(call)) return LOADS_FOREIGN_MODEL;
  const code = path.startsWith('timeit.')
    ? { marks: marksOf(everything) }
    : (given[0] ?? named.get('source') ?? everything[0]);
  if (UNPICKLES.test(path) && !/\bwrite/.test(path)) {
    const marks = (code?.marks ?? 0) | (receiver?.marks ?? 0);
    if (marks & MARK.downloaded && code?.path !== 'builtins.open()') return RUNS_DOWNLOADED_CODE;
    if (marks & MARK.elsewhere) return LOADS_FOREIGN_MODEL;
    return isWhole(code) && has(code, MARK.decoded) ? RUNS_HIDDEN_CODE : undefined;
  }
  if (path === 'yaml.load' || path === 'yaml.unsafe_load') {
    const isUnsafe =
      everything.some((value) => /Unsafe|yaml\.Loader$/.test(value.path ?? '')) || path !== 'yaml.load';
    return isUnsafe && has(code, MARK.downloaded) ? RUNS_DOWNLOADED_CODE : undefined;
  }
  const loaded = loadedBy(call);
  if (has(loaded, MARK.downloaded)) return RUNS_DOWNLOADED_CODE;
  if (has(loaded, MARK.decoded)) return RUNS_HIDDEN_CODE;
  if (/^(?:setuptools|distutils\.core)\.setup$/.test(path)) return stepRuleOf(named.get('cmdclass'));
  if ((kinds & KIND.runsCode) === 0 || !code) return undefined;
  if (has(code, MARK.request)) return ROUTE_RUNS_CODE;
  if (has(code, MARK.downloaded | MARK.downloadedFile)) return RUNS_DOWNLOADED_CODE;
  if (RUNS_FILES.test(path) && isFetched(call, code)) return RUNS_DOWNLOADED_CODE;
  if (
    has(code, MARK.decoded | MARK.droppedFile) ||
    (path === 'builtins.exec' && isWhole(code) && has(code, MARK.pieced) && !PLAIN_CODE.test(code.text))
  )
    return RUNS_HIDDEN_CODE;
  if (path.startsWith('marshal.')) return RUNS_COMPILED_CODE;
  const isData = has(code, MARK.fileBytes) || (RUNS_STATEMENTS.test(path) && has(code, MARK.dataFile));
  return isData ? RUNS_DATA_AS_CODE : undefined;
}

/** What a call makes objects or code of, as its text says. */
function loadedBy({ path = '', given: [first], named, source }: Call): Value | undefined {
  if (LOADS_SETTINGS.test(path)) return first ?? named.get('config') ?? named.get('fname');
  if (LOADS_TEMPLATE.test(path) && !path.includes('Sandbox')) return first ?? named.get('source');
  if (path === 'numpy.load') return /\ballow_pickle\s*=\s*True/.test(source()) ? first : undefined;
  if (path !== 'pandas.read_pickle') return undefined;
  return /^https?:/.test(first?.text ?? '') ? { marks: MARK.downloaded } : first;
}

/** Whether a call makes objects of a model from where models are seldom kept. */
function loadsObjects({ path = '', given: [first = UNKNOWN], named, source, file }: Call): boolean {
  const isKnown = /\bweights_only\s*=\s*True\b/.test(source());
  if (path === 'torch.load') return foreignMark(file, named.get('f') ?? first) !== 0 && !isKnown;
  return path === 'torch.hub.load_state_dict_from_url' && isElsewhere(first.text ?? '') && !isKnown;
}

/** Whether code is of a repository. Models of hubs have code that is fetched when they are used. */
function isFetched({ file, scope }: Call, value: Value): boolean {
  return isInRepository(file, value) || (has(value, MARK.repository) && isImported(scope));
}

/** Whether code is run when its file is imported. */
export function isImported({ owner }: Scope): boolean {
  return !owner || owner.effects.has('imported');
}

/** The rule on models and data that come with code of their own, which is fetched and run. */
function repositoryRuleOf({ path = '', given: [first = UNKNOWN], named, scope, source }: Call) {
  const isOn = (option: string) =>
    isTrue(named.get(option)) || new RegExp(`\\b${option}["']?\\s*[=:]\\s*True\\b`).test(source());
  const name = (
    named.get('repo_or_dir') ??
    named.get('path') ??
    named.get('pretrained_model_name_or_path') ??
    first
  ).text;
  if (name === undefined || !/^[\w.-]+\/[\w.-]+(?::[\w./-]+)?$/.test(name) || KNOWN_OWNER.test(name))
    return undefined;
  const byUse = isImported(scope) ? RUNS_DOWNLOADED_CODE : LOADS_FOREIGN_REPOSITORY;
  if (path === 'datasets.load_dataset') return isOn('trust_remote_code') ? byUse : undefined;
  if (/^transformers\..{1,60}\.from_pretrained$/.test(path))
    return isImported(scope) && isOn('trust_remote_code') ? RUNS_DOWNLOADED_CODE : undefined;
  if (path !== 'torch.hub.load' || !(isOn('trust_repo') || isOn('skip_validation'))) return undefined;
  const isUnchecked = isOn('trust_repo') && isOn('skip_validation') && isOn('force_reload');
  return isUnchecked ? RUNS_DOWNLOADED_CODE : byUse;
}

function isTrue(value: Value | undefined): boolean {
  return value?.path === 'builtins.True';
}

/** Owners of repositories of models that very many packages load. */
const KNOWN_OWNER =
  /^(?:facebookresearch|pytorch|intel-isl|isl-org|nvidia|ultralytics|snakers4|hustvl|huggingface|openai|microsoft|google|google-research|deepmind|apple|Qwen|THUDM|zai-org|openbmb|OpenGVLab|vikhyatk|moondream|baidu|PaddlePaddle|deepseek-ai|tencent|Tencent-Hunyuan|alibaba|ali-vilab|modelscope|damo-vilab|ByteDance|stabilityai|black-forest-labs|allenai|baaidu|BAAI|jinaai|nomic-ai|internlm|01-ai|mistralai|tiiuae|mosaicml|salesforce|lllyasviel|yvanyin|tarepan|sigmoid-vision|zhanghang1989|rwightman|bryandlee|AK391|PeterL1n|mateuszbuda|xinntao|sczhou|kornia|descriptinc|harritaylor|s3prl|RF5|bshall|coqui-ai|suno|rhymes-ai|briaai|ZhengPeng7|jbetker|mhamilton723|DepthAnything|depth-anything|LiheYoung|hugging-face)\//i;

/** What the steps of an installation that a package brings do. */
function stepRuleOf(steps: Value | undefined) {
  const runs = [...(steps?.names?.values() ?? [])].map(({ methods }) => methods?.get('run'));
  const acts = runs.some(
    (run) => run && ['sends', 'starts', 'runs'].some((act) => run.effects.has(act as Effect)),
  );
  return acts ? REPLACES_INSTALL_STEP : undefined;
}
