import { DataFiles } from '../code/data-files.js';
import { KIND } from '../code/known-names.js';
import type { Part } from '../code/lookers.js';
import type { Observer } from '../code/observation.js';
import { readPython, type TextFile } from '../code/package-reading.js';
import type { PythonFile } from '../code/python-file.js';
import type { Syntax } from '../code/syntax.js';
import { isPython, pythonToRead, TRIGGER_WORDS, WRITES } from '../code/triggers.js';
import type { Hit, Rule } from '../rule.js';
import type { ScanContext, ScanFile } from '../scan-file.js';
import { WordFinder } from '../word-finder.js';
import { CODE_RULES, codeRuleOf } from './code-rules.js';
import { COMBINED_RULES, Combinations } from './combined-rules.js';
import { HOST_RULES, hostRuleOfAssignment, hostRuleOfCall } from './host-rules.js';
import { HIDDEN_HOST_RULES, hiddenHostRuleOf } from './hidden-hosts.js';
import { commandOf, PROGRAM_RULES, programRuleOf } from './program-rules.js';
import { rule } from './define-rule.js';
import { SCAN_STOPPED } from './scan-stopped.js';
import { SENDING_RULES, sendingRuleOf } from './sending-rules.js';
import {
  assetHits,
  COMMAND_WORDS,
  isCode,
  mayBeAsset,
  rulesOfHiddenText,
  TEXT_RULE_LIST,
  TEXT_WORDS,
  textHits,
  TOOL_WORDS,
  toolHits,
} from './text-rules.js';

const UNUSED_SCRIPT = rule(
  'harm_in_unused_script',
  'Has a shell script that would harm those who start it, but that nothing in the package names.',
  'warning',
);

/** The rules over Python and over the texts of code. */
export const PYTHON_AND_TEXT_RULES: readonly Rule[] = [
  ...CODE_RULES,
  ...PROGRAM_RULES,
  ...SENDING_RULES,
  ...HOST_RULES,
  ...COMBINED_RULES,
  ...HIDDEN_HOST_RULES,
  ...TEXT_RULE_LIST.filter((each) => !HOST_RULES.includes(each)),
  UNUSED_SCRIPT,
];

const finder = new WordFinder([...new Set([...TEXT_WORDS, ...TRIGGER_WORDS, ...TOOL_WORDS])]);

const assetFinder = new WordFinder([...new Set([...COMMAND_WORDS, ...TOOL_WORDS])]);

/** Applies the rules over Python and over the texts of code. */
export async function findInPythonAndTexts(
  files: readonly ScanFile[],
  context: ScanContext,
  deadline: number,
): Promise<Hit[]> {
  const hits: Hit[] = [];
  const texts = files.filter(hasText).filter(isCode);
  const words = new Map<TextFile, ReadonlySet<string>>();
  for (const file of texts) {
    if (Date.now() > deadline) return [...hits, { rule: SCAN_STOPPED, file }];
    const found = finder.find(file.text);
    words.set(file, found);
    hits.push(...textHits(file, found));
  }
  const python = texts.filter(isPython);
  const writes = python.some(({ text }) => WRITES.test(text));
  for (const file of files.filter(hasText).filter(mayBeAsset)) {
    if (Date.now() > deadline) return [...hits, { rule: SCAN_STOPPED, file }];
    const isNamed = ({ path }: TextFile): boolean => isNamedBy(path, texts);
    const found = words.get(file) ?? assetFinder.find(file.text);
    if (!words.has(file)) hits.push(...assetHits(file, found, isNamed));
    hits.push(...toolHits(file, found, isNamed, writes));
  }
  const unused = unusedScripts(files, hits);
  const combinations = new Combinations();
  const found = new Map<Part, Hit[]>();
  const data = new DataFiles(files, python);
  const read = pythonToRead(texts, (file) => words.get(file) ?? new Set(), data.areTelling);
  const stopped = await readPython(read, context, deadline, data, observer(context, combinations, found));
  return [
    ...hits.map((hit) =>
      hit.file && unused.has(hit.file) && hit.rule.severity === 'held'
        ? { ...hit, rule: UNUSED_SCRIPT }
        : hit,
    ),
    ...[...found.values()].flat(),
    ...combinations.hits(),
    ...stopped.map((file) => ({ rule: SCAN_STOPPED, file })),
  ];
}

const SHELL_SCRIPT = /\/[^/]+\.(?:sh|bash|zsh)$/;

/** Of the files with hits, the shell scripts in folders that neither code nor a document of the top folder names. */
function unusedScripts(files: readonly ScanFile[], hits: readonly Hit[]): Set<ScanFile> {
  const scripts = new Set(
    hits.flatMap(({ file, rule: { severity } }) =>
      file && severity === 'held' && SHELL_SCRIPT.test(file.path) ? [file] : [],
    ),
  );
  if (scripts.size === 0) return scripts;
  const texts = files
    .filter((file) => !SHELL_SCRIPT.test(file.path) && (isCode(file) || !file.path.includes('/')))
    .map(({ text = '' }) => text);
  if (texts.some((text) => /["'*]\.sh\b/.test(text))) return new Set();
  return new Set(
    [...scripts].filter(({ path }) => !texts.some((text) => text.includes(path.split('/').at(-1) ?? ''))),
  );
}

/** Whether code or data names a file, or the folder in which it is. */
function isNamedBy(path: string, texts: readonly TextFile[]): boolean {
  const [name = path, folder] = path.split('/').reverse();
  const quoted = folder === undefined ? [] : [`"${folder}"`, `'${folder}'`, `${folder}/`];
  return texts.some(
    (file) => file.path !== path && [name, ...quoted].some((text) => file.text.includes(text)),
  );
}

function hasText(file: ScanFile): file is TextFile {
  return file.text !== undefined;
}

function observer(
  { packageName }: ScanContext,
  combinations: Combinations,
  found: Map<Part, Hit[]>,
): Observer {
  const report = (rule: Rule, part: Part, { file }: PythonFile, { start }: Syntax): void => {
    found.get(part)?.push({ rule, file, index: start });
  };
  return {
    begin(part) {
      found.set(part, []);
      combinations.begin(part);
    },
    call(call) {
      combinations.add(call);
      // Nothing that a rule looks at.
      if (call.kinds === 0 && call.receiver?.text === undefined) return;
      const rules = [
        ...(call.kinds & KIND.startsProgram ? rulesOfHiddenText(commandOf(call)) : []),
        codeRuleOf(call),
        programRuleOf(call),
        sendingRuleOf(call),
        hostRuleOfCall(call, packageName),
      ];
      for (const rule of rules) if (rule) report(rule, call.part, call.file, call.node);
    },
    assignment(assignment) {
      const rule = hostRuleOfAssignment(assignment);
      if (rule) report(rule, assignment.part, assignment.file, assignment.node);
    },
    hiddenText(part, file, node, text) {
      const host = hiddenHostRuleOf(text, file.file);
      const rules = host ? [host, ...rulesOfHiddenText(text)] : rulesOfHiddenText(text);
      for (const rule of rules) report(rule, part, file, node);
    },
  };
}
