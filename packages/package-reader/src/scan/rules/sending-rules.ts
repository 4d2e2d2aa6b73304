import { KIND } from '../code/known-names.js';
import type { Call } from '../code/observation.js';
import { has, HOLE, isWhole, MACHINE, MARK, marksOf, PRIVATE, type Value } from '../code/value.js';
import { rule } from './define-rule.js';
import { commandOf } from './program-rules.js';
import { COLLECTOR_HOST, MESSENGER_HOST, TUNNEL_HOST } from './text-patterns.js';

const SENDS_ENVIRONMENT = rule(
  'sends_environment',
  'Sends the environment, in which keys are, to another computer.',
);
const SENDS_SECRETS = rule(
  'sends_secrets',
  'Reads keys, passwords or wallets and sends them to another computer.',
);
export const SENDS_WHAT_IT_WATCHES = rule(
  'sends_what_it_watches',
  'Sends the screen, the clipboard, keys pressed or stored passwords.',
);
const SENDS_MACHINE = rule(
  'sends_machine',
  'Sends the names of the machine and its user to another computer.',
);
const SENDS_KEYS_AWAY = rule(
  'sends_keys_away',
  'Sends keys of the environment to a chat, or several at once to another computer.',
);
const SENDS_PROMPTS = rule('sends_prompts', 'Sends the prompts of others to another computer.');
const LOOKS_UP_COMPUTED_HOST = rule(
  'looks_up_computed_host',
  'Looks up the name of a host made of data, which carries data out.',
);
const HIDES_ADDRESS = rule('hides_address', 'Sends requests to an address that is encoded.');

const SENDS_TRAFFIC = rule(
  'sends_traffic_of_others',
  'Replaces a part of a library of the network, and sends what others send by it to another computer.',
);
const SHARES_SECRETS = rule(
  'shares_secrets',
  'Writes the environment, tokens or keys into pictures or other files that people share.',
);
const SENDS_TO_FIXED_CHAT = rule(
  'sends_to_fixed_chat',
  'Sends to a chat, a bot or a collector of requests whose address and key are in the code.',
);
const SENDS_OUTPUTS = rule(
  'sends_outputs',
  'Sends pictures that were made to a chat, a tunnel or a bare address.',
);
const SWAPS_CLIPBOARD_RULE = rule('swaps_clipboard', 'Puts the address of a wallet into the clipboard.');

export const SENDING_RULES = [
  SHARES_SECRETS,
  SENDS_TRAFFIC,
  SENDS_TO_FIXED_CHAT,
  SENDS_OUTPUTS,
  SWAPS_CLIPBOARD_RULE,
  SENDS_ENVIRONMENT,
  SENDS_SECRETS,
  SENDS_WHAT_IT_WATCHES,
  SENDS_MACHINE,
  SENDS_KEYS_AWAY,
  SENDS_PROMPTS,
  LOOKS_UP_COMPUTED_HOST,
  HIDES_ADDRESS,
];

const CONNECTS =
  /^socket\.(?:create_connection|socket\(\)\.connect(?:_ex)?)$|^http\.client\.HTTPS?Connection$|^asyncio\.open_connection$/;
/** With the id and key of its receiver. */
const FIXED_CHAT =
  /\bdiscord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d{5,}\/[\w-]{5,}|\bapi\.telegram\.org\/bot\d{4,}:[\w-]{5,}|\bhooks\.slack\.com\/services\/T\w+\/B\w+\/\w+/i;
const BARE_ADDRESS =
  /^(?:https?|wss?|ftp):\/\/(?!127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0|169\.254\.)\d{1,3}(?:\.\d{1,3}){3}\b/;
const FIXED_ADDRESS = /^(?:https?|wss?):\/\/(?!localhost|127\.)[^\0/]{4}/;
/** Sends by a connection that the package made itself. */
const CONNECTED = /^(?:socket|ssl|http\.client|smtplib|websockets?|paho|zmq)\b.{0,60}\(\)/;
const NOTES_OF_PICTURE =
  /^(?:PIL\.PngImagePlugin\.PngInfo\(\)\.add\w*|piexif\.(?:dump|insert|helper\.UserComment\.dump))$/;
const WRITES_FILE = /^(?:json\.dump|yaml\.(?:safe_)?dump|pickle\.dump|shutil\.(?:copy\w*|move))$/;
const ENCODES_DATA = /^(?:json|base64|binascii|builtins|zlib|codecs|pathlib)\./;
const SENDING_PROGRAM =
  /^(?:[^\s\0]{0,80}[\\/])?(?:curl|wget|nc|ncat|nslookup|dig|host|ping|scp|ftp|rsync|powershell)(?:\.exe)?\s/i;
const LOOKING_PROGRAM = /^(?:[^\s\0]{0,80}[\\/])?(?:nslookup|dig|host|ping)(?:\.exe)?\s/i;
const SWAPS_CLIPBOARD =
  /^(?:pyperclip\.copy|clipboard\.copy|win32clipboard\.SetClipboard\w+|tkinter\.Tk\(\)\.clipboard_append|pandas\..{0,40}\.to_clipboard|subprocess\.Popen\(\)\.communicate)$/;
const WALLET_ADDRESS =
  /^(?:bc1[a-z0-9]{25,60}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33}|[48][1-9A-HJ-NP-Za-km-z]{94}|r[1-9A-HJ-NP-Za-km-z]{24,34}|[1-9A-HJ-NP-Za-km-z]{43,44})$/;
const HOST_OF_DATA = /\0[^\0]{0,80}\.[a-z0-9-]{1,60}\.?[a-z]{2,20}\.?$/i;

/** The rule on sending that a call breaks. */
export function sendingRuleOf(call: Call) {
  const { path = '', kinds, given, named, everything, receiver } = call;
  if (SWAPS_CLIPBOARD.test(path) && everything.some(({ text = '' }) => WALLET_ADDRESS.test(text)))
    return SWAPS_CLIPBOARD_RULE;
  if (isShared(call) && everything.some(tellsSecrets)) return SHARES_SECRETS;
  if ((kinds & (KIND.looksUp | KIND.sends | KIND.startsProgram)) === 0 && !CONNECTS.test(path))
    return undefined;
  const marks = marksOf(everything);
  if (kinds & KIND.startsProgram) return ruleOfProgram(call);
  const all = { marks: marks | ((receiver?.marks ?? 0) & (PRIVATE | MACHINE)) };
  if (kinds & KIND.looksUp) return hostRuleOf(given[0], all);
  if (CONNECTS.test(path)) return hostRuleOf(given[0]?.items?.[0] ?? given[0], all);
  const [address] = given;
  if (has(all, MARK.environment)) return SENDS_ENVIRONMENT;
  if (has(all, MARK.secret)) return SENDS_SECRETS;
  if (has(all, MARK.watched)) return SENDS_WHAT_IT_WATCHES;
  const texts = [...everything, ...(receiver ? [receiver] : [])].map(({ text = '' }) => text);
  const isCollector = texts.some((text) => COLLECTOR_HOST.test(text) || MESSENGER_HOST.test(text));
  if ((all.marks & MACHINE) === MACHINE || (isCollector && has(all, MACHINE))) return SENDS_MACHINE;
  const body = bodyOf(named, given);
  if (
    has(body, MARK.credentials) ||
    has(given[0], MARK.credentials) ||
    (isCollector && has(body, MARK.credential))
  )
    return SENDS_KEYS_AWAY;
  if (has(all, MARK.prompt)) return SENDS_PROMPTS;
  if (sendsTraffic(call)) return SENDS_TRAFFIC;
  const target = address ?? named.get('url');
  if (isHidden(target)) return HIDES_ADDRESS;
  if (texts.some((text) => FIXED_CHAT.test(text) || COLLECTOR_HOST.test(text))) return SENDS_TO_FIXED_CHAT;
  const isUnknown = isCollector || texts.some((text) => TUNNEL_HOST.test(text) || BARE_ADDRESS.test(text));
  return isUnknown && has(body, MARK.outputs) ? SENDS_OUTPUTS : undefined;
}

/** Whether a call writes something into a picture or into the folder of outputs. */
function isShared({ path = '', method = '', receiver, everything }: Call): boolean {
  if (NOTES_OF_PICTURE.test(path)) return true;
  if (/^(?:write\w*|writestr)$/.test(method)) return has(receiver, MARK.outputs);
  return WRITES_FILE.test(path) && has(everything[1], MARK.outputs);
}

/** What a service gives that was opened with a key tells nothing of the key. */
function tellsSecrets({ marks, path }: Value): boolean {
  return (
    (marks & (MARK.environment | MARK.secret | MARK.credentials)) !== 0 &&
    (path === undefined || ENCODES_DATA.test(path))
  );
}

/** Whether what others send goes to an address that is not theirs. */
function sendsTraffic({ path = '', everything, file }: Call): boolean {
  if (!everything.some((value) => has(value, MARK.traffic))) return false;
  // A mirror is put before the address that others ask, and then asked in the way that was replaced.
  const isMirror = file.called.has(`replaced:${path}`);
  return (
    CONNECTED.test(path) ||
    everything.some(
      (value) => FIXED_ADDRESS.test(value.text ?? '') && !(isMirror && has(value, MARK.traffic)),
    )
  );
}

/** Whether an address is decoded, and not only ends with something that is. */
function isHidden(address: Value | undefined): boolean {
  if (!address || !has(address, MARK.decoded)) return false;
  if (isWhole(address)) return /^(?:https?|wss?):\/\//.test(address.text);
  return address.text === undefined || has({ marks: address.head ?? 0 }, MARK.decoded);
}

/** The rule on sending that a program breaks which is given what is private. */
function ruleOfProgram(call: Call) {
  const words = commandOf(call);
  if (!SENDING_PROGRAM.test(words)) return undefined;
  const all = { marks: marksOf([...call.given, call.named.get('args'), call.named.get('input')]) };
  if (has(all, MARK.environment)) return SENDS_ENVIRONMENT;
  if (has(all, MARK.secret)) return SENDS_SECRETS;
  if (has(all, MARK.credentials)) return SENDS_KEYS_AWAY;
  if (has(all, MARK.traffic)) return SENDS_TRAFFIC;
  return LOOKING_PROGRAM.test(words) && has(all, MACHINE | MARK.encoded | MARK.credential)
    ? LOOKS_UP_COMPUTED_HOST
    : undefined;
}

/** What is sent, without the headers by which a caller proves who it is. */
function bodyOf(named: ReadonlyMap<string, Value>, given: readonly Value[]): Value {
  const body = [...named].filter(([name]) => name !== 'headers' && name !== 'auth').map(([, value]) => value);
  return { marks: marksOf([...body, ...given.slice(1)]) };
}

function hostRuleOf(host: Value | undefined, all: Value) {
  if (has(all, PRIVATE | MARK.credential)) return LOOKS_UP_COMPUTED_HOST;
  const isMade = host?.text !== undefined && host.text.includes(HOLE) && HOST_OF_DATA.test(host.text);
  return isMade && has(all, MACHINE | MARK.encoded | MARK.fileBytes | MARK.dataFile | MARK.traffic)
    ? LOOKS_UP_COMPUTED_HOST
    : undefined;
}
