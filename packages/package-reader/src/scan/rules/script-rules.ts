import type { Hit, Rule } from '../rule.js';
import type { ScanFile } from '../scan-file.js';
import type { Syntax } from '../code/syntax.js';
import { addressMarks } from '../script/hosts.js';
import { MARK } from '../script/marks.js';
import type { ScriptAssignment, ScriptCall } from '../script/observation.js';
import { type PackageObserver, readScripts } from '../script/package-scripts.js';
import type { Script } from '../script/script-file.js';
import {
  addressOf,
  addressWithin,
  blobOf,
  dataMarks,
  has,
  isWhole,
  type ScriptValue,
} from '../script/script-value.js';
import { isHarmful, pollutionOf } from '../script/prototypes.js';
import { actsOfStyles } from '../script/styles.js';
import { LARGE_RUNS_HIDDEN, LARGE_SENDS } from '../script/triggers.js';
import { rule } from './define-rule.js';
import { SCAN_STOPPED } from './scan-stopped.js';
import { rulesOfHiddenText } from './text-rules.js';

const SENDS_STORE = rule(
  'script_sends_store',
  'Sends cookies or what pages store in the browser to another computer.',
);
const SENDS_TYPED = rule('script_sends_typed', 'Sends what people type or copy to another computer.');
const SENDS_PROMPTS = rule(
  'script_sends_prompts',
  'Sends prompts, workflows or outputs of the host to another computer.',
  'warning',
);
const LEAKS = rule(
  'script_leaks_by_address',
  'Sends prompts, workflows or fields of nodes away unseen, as by the address of a picture.',
);
const RUNS_HIDDEN = rule(
  'script_runs_hidden_code',
  'Runs code in the browser that is hidden in encoded or pieced text.',
);
const RUNS_DOWNLOADED = rule(
  'script_runs_downloaded_code',
  'Runs code in the browser that it gets from another computer.',
);
const LOADS_FOREIGN = rule(
  'script_loads_foreign_code',
  'Loads a script from a host that is no well-known host of libraries.',
);
const LOADS_PAGES = rule(
  'script_loads_from_pages',
  'Loads a script from a page that anybody may publish.',
  'warning',
);
const LOADS_LIBRARY = rule(
  'script_loads_library',
  'Loads a script from a well-known host of libraries.',
  'note',
);
const HIDES_NAMES = rule(
  'script_hides_names',
  'Puts the name of a function of the browser together out of pieces, so that it is not seen.',
);
const HIDES_ADDRESS = rule(
  'script_hides_address',
  'Sends requests from the browser to an address that is encoded.',
);
const MINES = rule('script_mines_coins', 'Mines coins in the browser.');
const SWAPS = rule('script_swaps_wallets', 'Replaces what people copy by the address of a wallet.');
const TAKES_OVER = rule('script_takes_over_pages', 'Registers a service worker for all pages of the host.');
const INSTALLS = rule('script_installs_packages', "Calls the host's own routes that install packages.");

const WRITES_OUTSIDE = rule(
  'script_writes_outside',
  "Has the host write files outside of the host's folders of data.",
);
const POLLUTES = rule(
  'pollutes_prototypes',
  'Gives every object of a page members that load or run something.',
);
const NAMES_PROTOTYPE = rule(
  'names_prototype',
  'Has data that gives every object members, where it is merged.',
  'warning',
);
const STYLE_READS = rule(
  'style_reads_fields',
  'Has styles that ask another computer for something else for each content of a field or letter of a page.',
);
const STYLE_LOADS = rule(
  'style_loads_foreign',
  'Loads a style from a host that is no well-known host of libraries.',
  'warning',
);
const OBFUSCATED = rule(
  'script_obfuscated',
  'Is made by a tool so that nobody can read what it does.',
  'warning',
);

/** The rules over what browsers run: scripts, pages and pictures. */
export const SCRIPT_RULES: readonly Rule[] = [
  SENDS_STORE,
  SENDS_TYPED,
  SENDS_PROMPTS,
  LEAKS,
  RUNS_HIDDEN,
  RUNS_DOWNLOADED,
  LOADS_FOREIGN,
  LOADS_PAGES,
  LOADS_LIBRARY,
  HIDES_NAMES,
  HIDES_ADDRESS,
  MINES,
  SWAPS,
  TAKES_OVER,
  INSTALLS,
  WRITES_OUTSIDE,
  STYLE_READS,
  STYLE_LOADS,
  POLLUTES,
  NAMES_PROTOTYPE,
  OBFUSCATED,
];

const CODE_HIDDEN = MARK.decoded | MARK.unescaped;
const PRIVATE_DATA = MARK.store | MARK.stored | MARK.typed | MARK.hostData | MARK.fields;
const ASKS =
  /^(?:fetch\w*|axios|ajax|post|get|getJSON|put|patch|request|sendBeacon|assign|replace|open|WebSocket|WebTransport|EventSource|Request|Audio|RTCPeerConnection|upload\w*)$/;
const ASKS_OF_BROWSER =
  /^(?:fetch|open|axios|WebSocket|EventSource|Request|Audio|navigator\.|location|XMLHttpRequest|jQuery|\$)/;
const SENDS_ON = /^(?:send|emit|write|submit|postMessage)$/;
const RUNS_CODE =
  /^(?:eval|Function|execScript|window\.execScript|document\.write(?:ln)?|setTimeout|setInterval|Object\.getPrototypeOf\(\)\.constructor)$/;
const TELLING_NAME =
  /^(?:eval|Function|fetch|atob|XMLHttpRequest|WebSocket|importScripts|document\.(?:cookie|write|createElement)|localStorage|sessionStorage|navigator\.sendBeacon)$/;
const RUNNING_MARKUP = /<script\b|[\s/"']on\w{3,20}\s{0,9}=|javascript:/i;
const INSTALL_ROUTE =
  /(?:^|\/)(?:customnode\/install|manager\/(?:queue\/)?(?:install|batch|task|update_all)|model\/install|externalmodel\/install|snapshot\/restore)\w*/;
/** Out of the folder to which a path belongs. */
const UPWARDS = /^\.\.[\\/]|[\\/]\.\.[\\/].{0,80}custom_nodes/;
const UPWARDS_ROUTE = /^(?:\/api)?\/(?:userdata|upload)\/[^?]*\.\.(?:\/|%2f)/i;
const INSTALL_ROUTE_HERE =
  /routes\.(?:get|post)\(\s*["'](?:\/api|\/v2)?\/(?:customnode\/install|manager\/queue)/;
const MINER =
  /\b(?:coinhive|coin-hive|crypto-?loot|coinimp|webminepool|jsecoin|authedmine|deepminer|monerominer|cryptonight)(?:\.(?:min\.js|com|wasm)|\.Anonymous|\b)|\bCoinHive\b|["'`]mining\.(?:subscribe|authorize|submit)["'`]|\bwss?:\/\/[^\s"'`]{0,80}(?:stratum|xmr|monero|minexmr|cryptonight|moneroocean|hashvault|supportxmr|nanopool|2miners)|\bstratum\+(?:tcp|ssl|wss?):\/\//i;
/** The talk with a pool. */
const POOL_WORDS = [
  /\bjob(?:_?id)?\b/i,
  /\bhash(?:es|_?rate)?\b/i,
  /\b(?:wallet|login|worker_?id)\b/i,
  /\b(?:target|difficulty)\b/i,
  /\bWebSocket\b/,
  /\bWebAssembly\b|\.wasm\b/,
];
const POOL_WORDS_MIN = 5;
const POOL_CHARS = 1_500;
const POOL_PLACES_MAX = 100;
/** How obfuscators turn the table of a script's texts. */
const TURNS_TABLE =
  /\bpush["']?\]?\s{0,9}\(\s{0,9}[\w$]{1,30}\s{0,9}(?:\.\s{0,9}shift|\[\s{0,9}["']shift["']\s{0,9}\])\s{0,9}\(/;
const COUNTS_TABLE = /parseInt\([\w$]{1,30}\(/g;
const PROTOTYPE = /^Object\.prototype$/;
/** An address that is not known, in a style. */
const DECODED_LINK = /\burl\(\s{0,9}["']?\0/;
const MARKUP_ADDRESS =
  /(?:\b(?:src|href|action|data)\s*=|\burl\()\s{0,9}["']?\s{0,9}((?:https?:)?\/\/[^\s"'>\0]{3,200})/gi;

/** Applies the rules over what browsers run. */
export async function findInScripts(files: readonly ScanFile[], deadline: number): Promise<Hit[]> {
  const isInstaller = files.some(
    ({ path, text }) => path.endsWith('.py') && INSTALL_ROUTE_HERE.test(text ?? ''),
  );
  const found = new Map<Script, Hit[]>();
  const others: Hit[] = [];
  const report = (script: Script, node: Syntax, rules: readonly (Rule | undefined)[]): void => {
    for (const each of rules)
      if (each && !(each === INSTALLS && isInstaller))
        found.get(script)?.push({ rule: each, file: script.file, index: script.placeOf(node) });
  };
  const observer: PackageObserver = {
    begin: (script) => found.set(script, []),
    call: (call) => {
      report(call.script, call.node, [codeRuleOf(call), sendingRuleOf(call), hostRuleOf(call)]);
    },
    assignment: (assignment) => {
      report(assignment.script, assignment.node, [ruleOfAssignment(assignment)]);
    },
    hiddenName: (script, node, path) => {
      if (path === undefined || TELLING_NAME.test(path)) report(script, node, [HIDES_NAMES]);
    },
    hiddenText: (script, node, text) => {
      report(script, node, rulesOfHiddenText(text));
    },
    imported: (script, node, address) => {
      report(script, node, [
        loadingRuleOf(address, script),
        ruleOfSent(addressOf(address), dataMarks([address])),
      ]);
    },
    large: (file, source, offset) => {
      for (const [each, pattern] of [
        [RUNS_HIDDEN, LARGE_RUNS_HIDDEN],
        [SENDS_STORE, LARGE_SENDS],
      ] as const) {
        const index = source.search(pattern);
        if (index !== -1) others.push({ rule: each, file, index: offset + index });
      }
    },
    address: (file, index, address) => {
      const each = loadingRuleOf({ text: address, marks: addressMarks(address) });
      if (each) others.push({ rule: each, file, index });
    },
    form: (file, index, address) => {
      if ((addressMarks(address) & MARK.unlisted) !== 0) others.push({ rule: SENDS_TYPED, file, index });
    },
    route: (file, index, route) => {
      if (INSTALL_ROUTE.test(route) && !isInstaller) others.push({ rule: INSTALLS, file, index });
    },
    text: (file) => {
      if (isObfuscated(file.text))
        others.push({ rule: OBFUSCATED, file, index: file.text.search(TURNS_TABLE) });
      const index = file.text.search(MINER);
      if (talksWithPool(file.text)) others.push({ rule: MINES, file });
      if (index !== -1) others.push({ rule: MINES, file, index });
    },
  };
  const stopped = await readScripts(files, deadline, observer);
  for (const file of files) {
    const { path, text = '' } = file;
    for (const { act, index } of actsOfStyles(path, text))
      others.push({ rule: act === 'loads a style' ? STYLE_LOADS : STYLE_READS, file, index });
    const pollution = pollutionOf(path, text);
    if (pollution)
      others.push({ rule: pollution.isHarmful ? POLLUTES : NAMES_PROTOTYPE, file, index: pollution.index });
  }
  return [...others, ...[...found.values()].flat(), ...stopped.map((file) => ({ rule: SCAN_STOPPED, file }))];
}

function talksWithPool(text: string): boolean {
  if (!text.includes('WebSocket')) return false;
  let count = 0;
  for (const { index } of text.matchAll(/\bnonce\b/gi)) {
    if (++count > POOL_PLACES_MAX) return false;
    const near = text.slice(Math.max(0, index - POOL_CHARS), index + POOL_CHARS);
    if (POOL_WORDS.filter((word) => word.test(near)).length >= POOL_WORDS_MIN) return true;
  }
  return false;
}

function isObfuscated(text: string): boolean {
  return text.includes('shift') && TURNS_TABLE.test(text) && (text.match(COUNTS_TABLE)?.length ?? 0) >= 2;
}

/** The rule that code made of a text breaks. */
function codeRuleOf({ script, path, name, given, receiver }: ScriptCall): Rule | undefined {
  const [first] = given;
  // The last argument of `Function` is its code.
  if (path.startsWith('set') && script.isBundle && first?.text === undefined) return undefined;
  if (RUNS_CODE.test(path)) return ruleOfCode(/^[FO]/.test(path) ? given.at(-1) : first, script);
  if (/^(?:eval|Function|setTimeout)$/.test(first?.path ?? '')) return ruleOfCode(receiver);
  if (path === 'importScripts' || /^(?:Shared)?Worker$/.test(path))
    return given.map((each) => loadingRuleOf(each, script)).find((each) => each !== undefined);
  if (name === 'setAttribute' && first?.text?.startsWith('on')) return ruleOfCode(given[1]);
  if (receiver?.path === '<script>' && /^(?:append|prepend|insert|replaceChildren)/.test(name))
    return given.map((each) => ruleOfCode(each)).find((each) => each !== undefined);
  if (path === 'open') return ruleOfLink(first);
  return /^(?:insertAdjacentHTML|createContextualFragment|setHTMLUnsafe|write(?:ln)?)$/.test(name)
    ? ruleOfMarkup(given.at(-1))
    : undefined;
}

/** The rule that markup with code in it breaks, when it was encoded. */
function ruleOfMarkup(markup: ScriptValue | undefined): Rule | undefined {
  return has(markup, MARK.decoded) && RUNNING_MARKUP.test(markup?.text ?? '') ? RUNS_HIDDEN : undefined;
}

/** The rule that an address of code breaks. */
function ruleOfLink(address: ScriptValue | undefined): Rule | undefined {
  return /^\s*javascript:/i.test(address?.text ?? '') ? ruleOfCode(address) : undefined;
}

function ruleOfCode(code: ScriptValue | undefined, script?: Script): Rule | undefined {
  if (code?.callee) return undefined;
  // Libraries make functions by templates, in which names are put.
  if (script?.isBundle && !isWhole(code) && /^[^\0]{3}/.test(code?.text ?? '')) return undefined;
  if (has(code, CODE_HIDDEN)) return RUNS_HIDDEN;
  return has(code, MARK.fetched) ? RUNS_DOWNLOADED : undefined;
}

/** The rule that loading a script from an address breaks. */
function loadingRuleOf(address: ScriptValue | undefined, script?: Script): Rule | undefined {
  if (!address) return undefined;
  const code = blobOf(address);
  // What builds put workers into bundles encodes them; they are read when they are constant.
  if (code) return script?.isBundle ? undefined : ruleOfCode(code);
  if (has(address, CODE_HIDDEN) || /^\s*data:/i.test(address.text ?? '')) return RUNS_HIDDEN;
  if (has(address, MARK.fetched)) return RUNS_DOWNLOADED;
  if (has(address, MARK.noLibrary)) return LOADS_FOREIGN;
  if (has(address, MARK.pages)) return LOADS_PAGES;
  return has(address, MARK.away) ? LOADS_LIBRARY : undefined;
}

/** The rule that sending data breaks. */
function sendingRuleOf({ path, name, receiver, given }: ScriptCall): Rule | undefined {
  const [first, second] = given;
  const data = dataMarks(given);
  const styled = sentByStyle(given);
  if (styled) return styled;
  if (path.startsWith('document.write') || name === 'insertAdjacentHTML')
    return sentByMarkup(path.startsWith('document.write') ? first : second);
  if (SENDS_ON.test(name) && receiver) return ruleOfSent(receiver.marks, data | dataMarks([receiver]));
  if (!ASKS.test(name)) return undefined;
  const address = name === 'open' && has(second, MARK.away) ? second : (first?.names?.get('url') ?? first);
  if (!address) return undefined;
  const isHidden = isWhole(address) && has(address, MARK.decoded) && has(address, MARK.unlisted);
  const marks =
    name === 'RTCPeerConnection'
      ? addressWithin(address)
      : // What is decoded may be an address, or a picture that a function of the package uploads.
        ASKS_OF_BROWSER.test(path)
        ? addressOf(address)
        : address.marks & MARK.anyAddress;
  const isUnseen = name === 'sendBeacon' || given.some(({ names }) => names?.get('mode')?.text === 'no-cors');
  return (
    (isUnseen ? ruleOfUnseen(marks, data) : ruleOfSent(marks, data)) ?? (isHidden ? HIDES_ADDRESS : undefined)
  );
}

/** As `ruleOfSent`, for ways by which nobody sends what a service is to answer. */
function ruleOfUnseen(address: number, data: number): Rule | undefined {
  const sent = ruleOfSent(address, data & MARK.fields ? data | MARK.hostData : data);
  return sent === SENDS_PROMPTS ? LEAKS : sent;
}

function ruleOfSent(address: number, data: number): Rule | undefined {
  if ((address & MARK.away) === 0) return undefined;
  if (data & MARK.store) return SENDS_STORE;
  if ((address & MARK.unlisted) === 0) return undefined;
  if (data & MARK.stored) return SENDS_STORE;
  if (data & MARK.typed) return SENDS_TYPED;
  return data & MARK.hostData ? SENDS_PROMPTS : undefined;
}

function sentByMarkup(markup: ScriptValue | undefined): Rule | undefined {
  if (markup?.text === undefined) return undefined;
  for (const [, address = ''] of markup.text.matchAll(MARKUP_ADDRESS)) {
    const sent = ruleOfUnseen(addressMarks(address), dataMarks([markup]));
    if (sent) return sent;
  }
  return undefined;
}

/** Data in the address of a picture or font of a style. */
function sentByStyle(given: readonly ScriptValue[]): Rule | undefined {
  if ((dataMarks(given) & PRIVATE_DATA) === 0) return undefined;
  for (const value of given) {
    if (DECODED_LINK.test(value.text ?? '') && has(value, MARK.decoded))
      return ruleOfUnseen(MARK.anyAddress, dataMarks(given));
    const sent = /\burl\(/.test(value.text ?? '') ? sentByMarkup(value) : undefined;
    if (sent) return sent;
  }
  return undefined;
}

function ruleOfAssignment({ script, target, name, value }: ScriptAssignment): Rule | undefined {
  if (target.path === '<script>') {
    if (name === 'src') return loadingRuleOf(value) ?? ruleOfSent(addressOf(value), dataMarks([value]));
    if (/^(?:text|textContent|innerHTML|innerText)$/.test(name)) return ruleOfCode(value);
  }
  if (PROTOTYPE.test(target.path ?? '') && isHarmful(name, value.text ?? '')) return POLLUTES;
  if (/^(?:(?:inner|outer)HTML|srcdoc)$/.test(name)) return sentByMarkup(value) ?? ruleOfMarkup(value);
  if (/^(?:src|href|srcset|action|formAction|location|data|poster|ping)$/.test(name)) {
    const sent = isSeen(target, name) ? ruleOfSent : ruleOfUnseen;
    return sent(addressOf(value), dataMarks([value])) ?? ruleOfLink(value);
  }
  if (name === 'value' && script.watchesPastes && has(value, MARK.wallet)) return SWAPS;
  return sentByStyle([value]);
}

/** Whether people see what an address leads to, or follow it themselves. */
function isSeen({ path = '' }: ScriptValue, name: string): boolean {
  if (name === 'href') return path !== '<link>';
  return !/^(?:src|srcset|poster|ping)$/.test(name) || /^<(?:iframe|embed|object|video|audio)>$/.test(path);
}

/** The rules on what is done to the host and its users without sending. */
function hostRuleOf({ script, path, name, given }: ScriptCall): Rule | undefined {
  const [first, second] = given;
  if (path === 'navigator.serviceWorker.register')
    return second?.names?.get('scope')?.text === '/' || /^\/[^/]+$/.test(first?.text ?? '')
      ? TAKES_OVER
      : undefined;
  if (/^(?:append|set)$/.test(name) && given.some(({ text }) => UPWARDS.test(text ?? '')))
    return WRITES_OUTSIDE;
  if (/^(?:fetch\w*|open|post|get|ajax|sendBeacon|request)$/.test(name)) {
    const address = name === 'open' ? second : (first?.names?.get('url') ?? first);
    if (!has(address, MARK.away) && INSTALL_ROUTE.test(address?.text ?? '')) return INSTALLS;
    if (UPWARDS_ROUTE.test(address?.text ?? '')) return WRITES_OUTSIDE;
  }
  if (!has(given.at(-1), MARK.wallet | MARK.walletPattern)) return undefined;
  if (name === 'setData') return SWAPS;
  const puts = path === 'navigator.clipboard.writeText' || path === 'document.execCommand';
  return puts && script.watchesCopies ? SWAPS : undefined;
}
