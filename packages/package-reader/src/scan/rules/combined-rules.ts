import { KIND, kindsOf } from '../code/known-names.js';
import type { Call } from '../code/observation.js';
import type { Part } from '../code/lookers.js';
import { PythonFile } from '../code/python-file.js';
import type { Syntax } from '../code/syntax.js';
import { has, MARK, marksOf } from '../code/value.js';
import type { Hit } from '../rule.js';
import { DELETES_FILES } from './host-rules.js';
import { REVERSE_SHELL, RUNS_MACHINE_CODE } from './program-rules.js';
import { rule } from './define-rule.js';
import { SENDS_WHAT_IT_WATCHES } from './sending-rules.js';
import { COLLECTOR_HOST, MESSENGER_HOST } from './text-patterns.js';

const COLLECTS_FOR_OTHERS = rule(
  'collects_for_others',
  'Gathers private data or names of the machine, and names a chat, a bot or a collector of requests to send to.',
);

export const COMBINED_RULES = [COLLECTS_FOR_OTHERS, RUNS_MACHINE_CODE];

const ALLOWS_CODE =
  /\b(?:VirtualAlloc(?:Ex)?|VirtualProtect|mprotect)$|^ctypes\..{0,40}\.mmap(?:64)?$|^executable:/;
const EXECUTE = 4;
const JUMPS_TO_CODE =
  /\b(?:RtlMoveMemory|CreateThread|CreateRemoteThread|Enum\w{4,40}|CreateFiber|CallWindowProc\w|QueueUserAPC)$|^ctypes\.(?:CFUNCTYPE|WINFUNCTYPE|PYFUNCTYPE)(?:\(\))?$|^cffi\.FFI\(\)\.cast$/;

type Fact = 'secret' | 'watched' | 'environment' | 'machine' | 'walks_home' | 'encrypts';
/** Gathers what single calls show, and tells what they mean together. */
export class Combinations {
  private readonly files = new Set<PythonFile>();
  private readonly seen = new Map<
    Part,
    { readonly file: PythonFile; readonly fact: Fact; readonly node: Syntax }[]
  >();

  begin(part: Part): void {
    this.seen.set(part, []);
    if (part instanceof PythonFile) this.files.add(part);
  }

  add(call: Call): void {
    const { part, file, node, kinds, method = '', given, everything, receiver } = call;
    if (mapsCode(call)) file.called.add('executable:mmap');
    const note = (fact: Fact) => this.seen.get(part)?.push({ file, fact, node });
    const all = { marks: marksOf(everything) };
    if (kinds & KIND.watches) note('watched');
    if (kinds & (KIND.hostName | KIND.userName)) note('machine');
    if (has(all, MARK.secret)) note('secret');
    if (kinds & KIND.serialises && has(all, MARK.environment)) note('environment');
    if (kinds & KIND.walks && has(given[0] ?? receiver, MARK.home)) note('walks_home');
    if (method === 'encrypt') note('encrypts');
  }

  hits(): Hit[] {
    const files = [...this.files];
    const receivers = files.filter(
      ({ file }) => MESSENGER_HOST.test(file.text) || COLLECTOR_HOST.test(file.text),
    );
    const machineCode = files.flatMap((each) => {
      const call = callOfMachineCode(each);
      return call === undefined ? [] : [{ rule: RUNS_MACHINE_CODE, file: each.file, index: call }];
    });
    return [...this.factsOfFiles()]
      .flatMap(([each, facts]) => {
        const hits: Hit[] = [];
        const isNear = receivers.includes(each);
        const telling =
          facts.get('secret') ??
          facts.get('watched') ??
          (isNear ? (facts.get('environment') ?? facts.get('machine')) : undefined);
        if (telling && receivers.length > 0)
          hits.push({ rule: COLLECTS_FOR_OTHERS, file: each.file, index: telling.start });
        const watching = facts.get('watched');
        if (watching && [...each.called].some((path) => kindsOf(path) & KIND.sends))
          hits.push({ rule: SENDS_WHAT_IT_WATCHES, file: each.file, index: watching.start });
        const encrypting = facts.get('encrypts');
        if (encrypting && facts.has('walks_home'))
          hits.push({ rule: DELETES_FILES, file: each.file, index: encrypting.start });
        return hits;
      })
      .concat(
        machineCode,
        files
          .filter(isShell)
          .map(({ file }) => ({ rule: REVERSE_SHELL, file, index: Math.max(0, file.text.indexOf('dup2')) })),
      );
  }

  private factsOfFiles(): Map<PythonFile, Map<Fact, Syntax>> {
    const all = new Map<PythonFile, Map<Fact, Syntax>>();
    for (const { file, fact, node } of [...this.seen.values()].flat()) {
      const facts = all.get(file) ?? new Map<Fact, Syntax>();
      if (!facts.has(fact)) facts.set(fact, node);
      all.set(file, facts);
    }
    return all;
  }
}

function isShell({ called }: PythonFile): boolean {
  return (
    called.has('os.dup2') && [...called].some((path) => /^socket\.(?:socket|create_connection)$/.test(path))
  );
}

/** Whether a call makes a page that the processor may run. */
function mapsCode({ path, given, named, source }: Call): boolean {
  if (path !== 'mmap.mmap') return false;
  const protection = (named.get('prot') ?? given[3])?.number ?? 0;
  return (protection & EXECUTE) !== 0 || /\bPROT_EXEC\b/.test(source());
}

function callOfMachineCode({ called, file }: PythonFile): number | undefined {
  const names = [...called];
  if (!names.some((name) => ALLOWS_CODE.test(name))) return undefined;
  const jump = names.find((name) => JUMPS_TO_CODE.test(name));
  const [word = ''] = /\w+(?=(?:\(\))?$)/.exec(jump ?? '') ?? [];
  return jump === undefined ? undefined : Math.max(0, file.text.indexOf(word));
}
