import {
  BudgetSpent,
  Interpreter,
  PyModule,
  PyRaise,
  PythonParser,
  type PythonSourceTree,
  SourceTree,
  type Value,
} from '../python/index.js';
import type { ExtractionLimits } from './extraction-limits.js';
import type { ExtractionResult } from './extraction-result.js';
import { NodeCollector } from './node-collector.js';

/** Extracts in the calling thread. Callers that serve requests use `extractAppNodes`, which bounds memory too. */
export async function extractInThread(
  files: PythonSourceTree,
  packageName: string,
  limits: ExtractionLimits,
  otherPaths: readonly string[] = [],
): Promise<ExtractionResult> {
  const parser = await PythonParser.open();
  try {
    const sources = new SourceTree(files, packageName, otherPaths);
    const interpreter = new Interpreter(sources, parser, limits);
    const collector = new NodeCollector(interpreter, limits);
    const stop = run(
      interpreter,
      collector,
      entryFiles(files).map((path) => `${sources.root}/${path}`),
    );
    if (stop === undefined && open(interpreter, collector) !== undefined)
      collector.addListed(files.get(NODE_LIST), NODE_LIST);
    return outcome(files, interpreter, collector, stop);
  } finally {
    parser.close();
  }
}

/** The hand-written names of app nodes, which the host's manager reads: README of ltdrdata/ComfyUI-Manager, read 2026-11-24. */
const NODE_LIST = 'node_list.json';

/**
 * The files the host would load: the package's `__init__.py`; without one, the modules beside each other that
 * declare nodes, or the same one folder further down.
 */
function entryFiles(files: PythonSourceTree): string[] {
  if (files.has('__init__.py')) return ['__init__.py'];
  const declaring = [...files]
    .filter(([path, text]) => path.endsWith('.py') && /NODE_CLASS_MAPPINGS|comfy_entrypoint/.test(text))
    .map(([path]) => path);
  const top = declaring.filter((path) => !path.includes('/'));
  if (top.length > 0) return top.sort();
  return declaring.filter((path) => /^[^/]+\/__init__\.py$/.test(path)).sort();
}

/** Runs the entries and collects what each offers, also when its code was stopped. @returns why it stopped. */
function run(
  interpreter: Interpreter,
  collector: NodeCollector,
  entries: readonly string[],
): string | undefined {
  let stop: string | undefined;
  for (const entry of entries) {
    let module: Value | undefined;
    const cause = stopOf(() => (module = interpreter.importPath(entry)));
    stop ??= cause;
    module ??= interpreter.moduleAt(entry);
    if (!(module instanceof PyModule)) continue;
    const declared = module;
    interpreter.budget.refill();
    const end = stopOf(() => collector.collect(declared));
    stop ??= end;
    // The host drops a package whose entry raises, whatever it had declared before.
    if (entries.length === 1) stop ??= declared.failure;
  }
  return stop;
}

/** Why a part ended before its end. */
function stopOf(part: () => void): string | undefined {
  try {
    part();
    return undefined;
  } catch (error) {
    if (error instanceof BudgetSpent || error instanceof PyRaise) return error.message;
    if (error instanceof RangeError) return 'the code is nested too deeply';
    throw error;
  }
}

/** Why the package may have more app nodes than were found. */
function open({ budget, problems }: Interpreter, { unknowns }: NodeCollector): string | undefined {
  const [place] = budget.cutPlaces;
  const left = place === undefined ? undefined : problems.find((problem) => problem.startsWith(place));
  return unknowns.find(({ subject }) => subject === 'names')?.reason ?? left;
}

function outcome(
  files: PythonSourceTree,
  interpreter: Interpreter,
  collector: NodeCollector,
  stop: string | undefined,
): ExtractionResult {
  const { unknowns, hasDeclaration, refusal, listed } = collector;
  const { problems } = interpreter;
  const appNodes = refusal === undefined ? [...collector.appNodes.values()] : [];
  const remark = problems[0] ?? open(interpreter, collector);
  const cause =
    stop ??
    refusal ??
    (hasDeclaration ? undefined : (problems[0] ?? absence(files))) ??
    // No name is known though there may be some: an empty list would be wrong.
    (appNodes.length === 0 ? open(interpreter, collector) : undefined);
  const reason =
    cause ?? (listed > 0 ? `${remark ?? ''}; ${listed} names are those of ${NODE_LIST}` : remark);
  return {
    status: cause === undefined ? 'success' : 'failed',
    ...(reason === undefined ? {} : { reason }),
    appNodes,
    unknowns,
    problems,
  };
}

function absence(files: PythonSourceTree): string {
  if (![...files.keys()].some((path) => path.endsWith('.py'))) return 'the package has no Python files';
  return 'no module that the host would load declares NODE_CLASS_MAPPINGS or comfy_entrypoint';
}
