import { KIND } from '../code/known-names.js';
import { repositoryMark } from '../code/calls.js';
import { isImported } from './code-rules.js';
import type { Call } from '../code/observation.js';
import { has, HOLE, isWhole, knownText, MARK, marksOf, UNKNOWN, type Value } from '../code/value.js';
import { rule } from './define-rule.js';

const STARTS_HIDDEN_PROGRAM = rule(
  'starts_hidden_program',
  'Starts a program by a command that is encoded or pieced.',
);
const STARTS_DOWNLOADED_PROGRAM = rule('starts_downloaded_program', 'Downloads a file and runs it.');
const RUNS_RECEIVED_COMMANDS = rule(
  'runs_received_commands',
  'Runs commands that it receives from another computer.',
);
export const RUNS_MACHINE_CODE = rule(
  'runs_machine_code',
  'Puts bytes where the processor runs them, and runs them.',
);
export const REVERSE_SHELL = rule('reverse_shell', 'Gives another computer a command line on this one.');
const STARTS_MINER = rule('starts_miner', 'Starts a program that mines coins.');
const ROUTE_STARTS_PROGRAM = rule(
  'route_starts_program',
  'Lets the caller of a route of the host choose the program or command line that is run.',
);
const ROUTE_PASSES_ARGUMENTS = rule(
  'route_passes_arguments',
  'Passes what the caller of a route of the host sends to a program.',
  'note',
);
export const INSTALLS_FOREIGN_PACKAGE = rule(
  'installs_foreign_package',
  'Installs a package from an address outside of the known package indexes.',
);
const INSTALLS_BY_ITSELF = rule('installs_by_itself', 'Installs Python packages while it runs.', 'note');

export const PROGRAM_RULES = [
  STARTS_HIDDEN_PROGRAM,
  STARTS_DOWNLOADED_PROGRAM,
  RUNS_RECEIVED_COMMANDS,
  REVERSE_SHELL,
  STARTS_MINER,
  ROUTE_STARTS_PROGRAM,
  ROUTE_PASSES_ARGUMENTS,
  INSTALLS_FOREIGN_PACKAGE,
  INSTALLS_BY_ITSELF,
];

const INTERPRETER =
  /^(?:.*[\\/])?(?:sh|bash|zsh|dash|python[\d.]*|pythonw?(?:\.exe)?|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh|start|open|chmod|nohup|sudo|msiexec|rundll32|regsvr32|node|perl|wscript|cscript)$/i;
const SCRIPT_FILE = /\w\.(?:py|sh|bat|ps1|js)$/i;
const WRITES_TO_PROGRAM =
  /^(?:subprocess\.Popen|asyncio\.create_subprocess_\w+)\(\)\.(?:stdin\.write\w*|communicate)$/;
/** An end of a connection, given to a program. */
const SOCKET =
  /^socket\.(?:socket|create_connection)\(\)(?:\.(?:fileno|makefile|detach)\(\))?$|^socket\..{1,60}\.(?:fileno|makefile)\(\)$/;
const MINER_PROGRAM =
  /(?:^|[\\/\0])(?:xmrig|xmr-stak|lolminer|nbminer|t-rex|gminer|phoenixminer|teamredminer|cpuminer|minerd|ethminer|srbminer(?:-multi)?|rigel|bzminer|wildrig)(?:\.exe)?$/i;
const PIP_FUNCTION = /^pip\.(?:main|_internal\.(?:main|cli\.main\.main)|_internal\.main\.main)$/;
const KNOWN_INDEX =
  /^(?:aiinfra\.pkgs\.visualstudio\.com|nvidia-kaolin\.s3\.us-east-2\.amazonaws\.com|pypi\.org|files\.pythonhosted\.org|(?:test|www)\.pypi\.org|(?:[\w-]+\.)*(?:pytorch\.org|nvidia\.com|github\.com|github\.io|githubusercontent\.com|huggingface\.co|hf-mirror\.com|tsinghua\.edu\.cn|aliyun\.com|aliyuncs\.com|tencent\.com|tencentyun\.com|ustc\.edu\.cn|douban\.com|douban\.io|huaweicloud\.com|sjtu\.edu\.cn|bfsu\.edu\.cn|gitee\.com|gitlab\.com|modelscope\.cn|intel\.com|amd\.com|paddlepaddle\.org\.cn|baidubce\.com|openmmlab\.com|anaconda\.org|jetson-ai-lab\.\w+|gitmirror\.com|ghproxy\.com))$/i;
const ADDRESS = /(?:https?|git\+\w+|ssh|ftp):\/\/(?:[^\s/@]{1,100}@)?([^\s/:"'\0]{1,200})/gi;

/** The rule on starting programs that a call breaks. */
export function programRuleOf(call: Call) {
  const { path = '', kinds, given, named, everything, receiver, file } = call;
  if (path.startsWith('received.?')) return RUNS_RECEIVED_COMMANDS;
  if (WRITES_TO_PROGRAM.test(path) && (has(receiver, MARK.shell) || has(receiver, MARK.request)))
    return has({ marks: marksOf(everything) }, MARK.downloaded) ? RUNS_RECEIVED_COMMANDS : undefined;
  if (PIP_FUNCTION.test(path))
    return installsForeign(wordsOf(given[0] ?? UNKNOWN, given))
      ? INSTALLS_FOREIGN_PACKAGE
      : INSTALLS_BY_ITSELF;
  if ((kinds & KIND.startsProgram) === 0) return undefined;
  const command = given[0] ?? named.get('args') ?? everything[0] ?? UNKNOWN;
  const chosen = chosenPart(call, command);
  if (/^\/proc\/(?:self|\0|\d+)\/fd\//.test(chosen.text ?? '') && file.called.has('os.memfd_create'))
    return RUNS_MACHINE_CODE;
  const isSocket = everything.some((value) => SOCKET.test(value.path ?? ''));
  if (isSocket || (path === 'pty.spawn' && file.called.has('os.dup2'))) return REVERSE_SHELL;
  if (has(chosen, MARK.request) && !isOpener(path, chosen, command)) return ROUTE_STARTS_PROGRAM;
  if (
    has(chosen, MARK.downloadedFile | MARK.droppedFile) ||
    startsDownload(call, chosen) ||
    (isImported(call.scope) && repositoryMark(file, programOf(command)) !== 0)
  )
    return STARTS_DOWNLOADED_PROGRAM;
  if (has(chosen, MARK.downloaded)) return RUNS_RECEIVED_COMMANDS;
  if (has(chosen, MARK.decoded)) return STARTS_HIDDEN_PROGRAM;
  const words = wordsOf(command, given);
  if (isMiner(words)) return STARTS_MINER;
  if (
    /\bpip3?\b[\s\0]*(?:\S+[\s\0]+){0,4}install\b/.test(words) ||
    (/\binstall\b/.test(words) && /\b(?:pip|uv)\b/.test(words))
  )
    return installsForeign(words) ? INSTALLS_FOREIGN_PACKAGE : INSTALLS_BY_ITSELF;
  return has({ marks: marksOf(everything) }, MARK.request) ? ROUTE_PASSES_ARGUMENTS : undefined;
}

/** What decides which program is run: the line for a shell, or the first of the arguments and the script for an interpreter. */
function chosenPart({ kinds, named, source }: Call, command: Value): Value {
  const isShell =
    (kinds & KIND.runsShell) !== 0 || (named.has('shell') && !/shell\s*=\s*False/.test(source()));
  const members = command.items;
  if (!members) {
    const known = command.text;
    if (known === undefined || known.startsWith(HOLE) || isShell) return lineOfShell(command, isShell);
    return INTERPRETER.test(known.split(/[\s\0]/)[0] ?? '')
      ? command
      : { ...command, marks: command.marks & MARK.decoded };
  }
  const [program = UNKNOWN, script = UNKNOWN] = members;
  const isInterpreter = program.path === 'sys.executable' || INTERPRETER.test(program.text ?? '');
  if (!isInterpreter) return program;
  // What a script of the package is given decides nothing.
  const rest = SCRIPT_FILE.test(script.text ?? '') ? [script] : members.slice(1);
  const isScript = script.text === undefined || !/^-m$/.test(script.text);
  // What a known script works on is not what is run.
  const given = isWhole(script) && /\.py$/.test(script.text) ? script.marks : marksOf(rest);
  return {
    marks: program.marks | (isScript ? given : 0),
    text: rest.map(({ text = HOLE }) => text).join(' '),
  };
}

/** The program of a command, when it is none that runs others. */
function programOf({ items, text, marks }: Value): Value {
  const [program = UNKNOWN] = items ?? [
    { marks, ...(text === undefined ? {} : { text: text.split(/\s/)[0] ?? '' }) },
  ];
  return INTERPRETER.test(program.text ?? '') || (program.text === undefined && items === undefined)
    ? UNKNOWN
    : program;
}

/** Whether the program only shows a file or folder to the user. */
function isOpener(path: string, chosen: Value, { items }: Value): boolean {
  if (path === 'os.startfile') return true;
  const program = items?.[0]?.text ?? chosen.text?.split(/[\s\0]/)[0] ?? '';
  return /^(?:open|start|explorer|xdg-open|chmod)$/.test(program) && items !== undefined;
}

/** Of a command line with a known program, what it works on tells nothing about downloads. */
function lineOfShell(command: Value, isShell: boolean): Value {
  const { text } = command;
  if (!isShell || text === undefined) return command;
  const head =
    text.trim().startsWith(HOLE) || /^["']\0/.test(text.trim()) ? (command.head ?? command.marks) : undefined;
  if (head !== undefined)
    return { ...command, marks: head | (command.marks & (MARK.request | MARK.decoded)) };
  const first =
    text
      .trim()
      .replace(/^["']/, '')
      .split(/[\s"']/)[0] ?? '';
  if (first === '' || first.includes(HOLE) || INTERPRETER.test(first)) return command;
  const isChosen = /(?:&&|[;|])\s*\0/.test(text);
  const kept = isChosen ? MARK.request : 0;
  return { ...command, marks: command.marks & (MARK.decoded | kept) };
}

function startsDownload({ file }: Call, chosen: Value): boolean {
  const { text } = chosen;
  return text !== undefined && [...file.downloads].some((end) => text.includes(end));
}

/** All words of a command. */
export function commandOf({ given, named, everything }: Call): string {
  return wordsOf(given[0] ?? named.get('args') ?? everything[0] ?? UNKNOWN, given);
}

function isMiner(words: string): boolean {
  const [program = ''] = words.trim().split(/[\s\0"']+(?=-|$)|\s/);
  return (
    MINER_PROGRAM.test(program) || (/\bstratum\b|--donate-level|\b--coin\b/.test(words) && /\s-/.test(words))
  );
}

function wordsOf(command: Value, given: readonly Value[]): string {
  const members = command.items ?? (command.text === undefined ? [] : [command, ...given.slice(1)]);
  return members
    .map((member) => (member.path === 'sys.executable' ? 'python' : (member.text ?? HOLE)))
    .join(' ');
}

/** Whether a command or address leads to an index of packages that is not known. */
export function installsForeign(words: string): boolean {
  const hosts = [...words.matchAll(ADDRESS)].map(([, host = '']) => host);
  return hosts.some((host) => !KNOWN_INDEX.test(host)) && knownText({ marks: 0, text: words }) !== '';
}
