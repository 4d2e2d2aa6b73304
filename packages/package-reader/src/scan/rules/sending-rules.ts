import { KIND } from '../code/known-names.js';
import type { Call } from '../code/observation.js';
import { hasKeysOfSeveral } from '../code/services.js';
import {
  has,
  HOLE,
  isWhole,
  KEYS,
  MACHINE,
  MARK,
  marksOf,
  PRIVATE,
  UNKNOWN,
  type Value,
} from '../code/value.js';
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
const OPENS_TUNNEL = rule(
  'opens_tunnel',
  'Lets other computers reach the host, and tells its address to a computer that the code names.',
);
const SWAPS_CLIPBOARD_RULE = rule('swaps_clipboard', 'Puts the address of a wallet into the clipboard.');

export const SENDING_RULES = [
  OPENS_TUNNEL,
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
const TAKES_HEADERS =
  /^(?:requests\..{0,40}\(\)\.(?:headers|cookies|params)\.(?:update|setdefault|set)|httpx\..{0,40}\(\)\.(?:headers|cookies|params)\.(?:update|setdefault|set)|httpx\.(?:Async)?Client|aiohttp\.ClientSession|urllib\.request\.Request\(\)\.add_\w*header)$/;
const ADDS_HEADER = /\.(?:add_\w*header|setdefault|set)$/;
/** Headers and fields in which keys belong, in whatever form a service wants them. */
const SHOWS_KEY =
  /authori[sz]ation|api[_-]?key|^(?:key|token|access[_-]?token|auth|x-auth.*|x-.*token|.*secret.*|sign(?:ature)?)$/i;
const STRANGE_HEADER =
  /^(?:user-agent|referer|cookie|if-none-match|if-match|etag|accept(?:-\w+)?|x-(?:trace|request|device|correlation|client|forwarded)[\w-]*|traceparent|via|origin|range|pragma)$/i;
const HUB =
  /^https?:\/\/(?:[\w-]+\.)*(?:huggingface\.co|hf\.co|hf-mirror\.com|hf\.space|huggingface\.cloud|localhost|127\.0\.0\.1)\b/i;
/** Hosts of services that want a key in the address or the body. */
const KEY_SERVICE =
  /^https?:\/\/(?:[\w-]+\.)*(?:openai\.com|anthropic\.com|googleapis\.com|google\.com|mistral\.ai|groq\.com|x\.ai|deepseek\.com|together\.(?:ai|xyz)|replicate\.com|stability\.ai|openrouter\.ai|tavily\.com|serpapi\.com|serper\.dev|bing\.microsoft\.com|azure\.com|baidubce\.com|aliyuncs\.com|bigmodel\.cn|moonshot\.cn|civitai\.com|fal\.(?:run|ai)|huggingface\.co)\b/i;
const LOCAL_ADDRESS = /^\w+:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\]|192\.168\.|10\.)/;
/** Keep files for others. */
const KEEPS =
  /\.(?:put_object\w*|upload_file\w*|fput_object|upload_from_\w+|upload_blob|upload_data|create_blob_from_\w+|files_upload\w*|put_file|put_data|upload_local_file|upload_bytes|upload_object\w*|stor(?:binary|lines)|upload_sync|imgurpython.{0,40}upload\w*)$|^(?:cloudinary\.uploader\.upload|supabase\..{0,80}\.upload|paramiko\..{0,60}\.put|pysftp\..{0,30}\.put\w*|smart_open\.open\(\)\.write|pyrebase\..{0,80}\.put)/;
const TAKES_BUCKET = /boto3|minio|qcloud_cos|obs\.|tos\./;
const OPENS_STORE =
  /\.(?:bucket|get_bucket|Bucket|get_container_client|get_blob_client|from_|Container|storage)$|^(?:minio\.Minio|ftplib\.FTP\w*|oss2\.Bucket|dropbox\.Dropbox|supabase\.create_client|pysftp\.Connection|paramiko\.Transport|paramiko\..{0,30}\.connect|azure\.storage\.blob\.\w+\.from_connection_string|cloudinary\.config|pyrebase\.initialize_app|webdav3?\..{0,20}Client|qiniu\.Auth)$/;
const CLIENT = /^(?:http\.client|socket|ssl|httpx|aiohttp|smtplib)\..{0,60}\(\)/;
const NAMED_HOST = 'host:named';
const NAMED_STORE = 'store:named';
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
  if (OPENS_STORE.test(path) && isStoreNamed(call)) call.file.called.add(NAMED_STORE);
  if (CONNECTS.test(path) || TAKES_HEADERS.test(path)) noteHost(call);
  if (hidesKeys(call)) return SENDS_KEYS_AWAY;
  if ((kinds & (KIND.looksUp | KIND.sends | KIND.startsProgram)) === 0 && !CONNECTS.test(path))
    return undefined;
  const marks = marksOf(everything);
  if (kinds & KIND.startsProgram) return ruleOfProgram(call);
  const all = { marks: marks | ((receiver?.marks ?? 0) & (PRIVATE | MACHINE)) };
  if (kinds & KIND.looksUp) return hostRuleOf(given[0], all);
  if (CONNECTS.test(path)) return hostRuleOf(given[0]?.items?.[0] ?? given[0], all);
  const target = given[0] ?? named.get('url');
  if (has(all, MARK.environment)) return SENDS_ENVIRONMENT;
  if (has(all, MARK.secret)) return SENDS_SECRETS;
  if (has(all, MARK.watched)) return SENDS_WHAT_IT_WATCHES;
  const texts = [...everything, ...(receiver ? [receiver] : [])].map(({ text = '' }) => text);
  const isCollector = texts.some((text) => COLLECTOR_HOST.test(text) || MESSENGER_HOST.test(text));
  if ((all.marks & MACHINE) === MACHINE || (isCollector && has(all, MACHINE))) return SENDS_MACHINE;
  const body = bodyOf(named, given);
  if (
    has(body, MARK.credentials) ||
    (has(given[0], MARK.credentials) && !isServiceOfKeys(target)) ||
    (isCollector && has(body, MARK.credential))
  )
    return SENDS_KEYS_AWAY;
  if (!isServiceOfKeys(target) && severalKeys(call)) return SENDS_KEYS_AWAY;
  if (has(all, MARK.prompt)) return SENDS_PROMPTS;
  if (sendsTraffic(call)) return SENDS_TRAFFIC;
  if (isHidden(target)) return HIDES_ADDRESS;
  if (texts.some((text) => FIXED_CHAT.test(text) || COLLECTOR_HOST.test(text))) return SENDS_TO_FIXED_CHAT;
  const isFixed =
    FIXED_ADDRESS.test(target?.text ?? '') || (CLIENT.test(path) && call.file.called.has(NAMED_HOST));
  if (has(all, MARK.tunnel) && isFixed && !isLocal(target)) return OPENS_TUNNEL;
  if (keepsOutputs(call, isFixed)) return SENDS_OUTPUTS;
  // The bot of the user, who gives its token.
  const isOfUser = /\/(?:bot|webhooks\/)\0/.test(target?.text ?? '');
  const isUnknown =
    (isCollector && !isOfUser) || texts.some((text) => TUNNEL_HOST.test(text) || BARE_ADDRESS.test(text));
  return isUnknown && has(body, MARK.outputs) ? SENDS_OUTPUTS : undefined;
}

/** Whether keys are sent in a form, or by a header, in which nobody would look for them. */
function hidesKeys({ path = '', kinds, given, named }: Call): boolean {
  const isClient = (kinds & KIND.sends) !== 0 || TAKES_HEADERS.test(path);
  if (!isClient) return false;
  const places = TAKES_HEADERS.test(path)
    ? [...given, ...named.values()]
    : [
        named.get('headers') ?? given[2],
        named.get('cookies'),
        named.get('params'),
        named.get('json'),
        named.get('data'),
      ];
  const leaves = places.flatMap((place) => leavesOf(place));
  if (ADDS_HEADER.test(path)) leaves.push({ name: given[0]?.text ?? '', value: given[1] ?? UNKNOWN });
  const address = (given[0] ?? named.get('url'))?.text ?? '';
  return leaves.some(({ name, value: { marks } }) => {
    if ((marks & (MARK.credential | MARK.credentials)) === 0) return false;
    if (marks & MARK.keyName && !isLocal({ marks: 0, text: address })) return true;
    if (SHOWS_KEY.test(name)) return false;
    if (marks & (MARK.encoded | MARK.decoded)) return true;
    return (
      STRANGE_HEADER.test(name) ||
      ((marks & MARK.credentials) !== 0 && /^https?:\/\/[^\0/]+\//.test(address) && !HUB.test(address))
    );
  });
}

type Leaf = { readonly name: string; readonly value: Value };
const LEAVES_DEPTH_MAX = 4;

/** What dicts and lists hold, with the names by which dicts do. */
function leavesOf(value: Value | undefined, name = '', depth = 0): Leaf[] {
  if (!value || depth > LEAVES_DEPTH_MAX) return [];
  if (value.names && !value.methods)
    return [...value.names].flatMap(([each, held]) => leavesOf(held, each, depth + 1));
  if (value.items) return value.items.flatMap((each) => leavesOf(each, name, depth + 1));
  return [{ name, value }];
}

/** Whether the keys of several services are sent together. */
function severalKeys({ given, named }: Call): boolean {
  const places = [
    ...[...named].filter(([name]) => name !== 'url').map(([, value]) => value),
    ...given.slice(1),
  ];
  const leaves = places
    .flatMap((place) => leavesOf(place))
    .filter(({ value }) => has(value, MARK.credential));
  const texts = leaves.filter(({ value: { path = '' } }) => ENCODES_DATA.test(path));
  const each = leaves.map(({ value }) => value.marks & KEYS).filter((keys) => keys !== 0);
  return new Set(each).size > 1 || texts.some(({ value }) => hasKeysOfSeveral(value.marks));
}

/** Whether an address is that of a service that takes keys. */
function isServiceOfKeys(address: Value | undefined): boolean {
  return KEY_SERVICE.test(address?.text ?? '');
}

/** Notes that a file connects to a host that it names. */
function noteHost({ given: [first], named, file }: Call): void {
  const host = named.get('base_url') ?? named.get('host') ?? first?.items?.[0] ?? first;
  if (
    isWhole(host) &&
    /[a-z]\.[a-z]/i.test(host.text) &&
    !isLocal({ marks: 0, text: host.text.replace(/^(?!\w+:)/, 'x://') })
  )
    file.called.add(NAMED_HOST);
}

function isLocal(address: Value | undefined): boolean {
  return LOCAL_ADDRESS.test(address?.text ?? '');
}

/** Whether pictures that were made are kept by a store that the code names, or sent beside the work of a node and without a use. */
function keepsOutputs(call: Call, isFixed: boolean): boolean {
  const { path = '', given, named, everything, receiver, scope, file } = call;
  if (!has({ marks: marksOf([...everything, receiver]) }, MARK.outputs)) return false;
  if (KEEPS.test(path)) {
    const bucket = named.get('Bucket') ?? named.get('bucket_name') ?? given[/upload_file/.test(path) ? 1 : 0];
    return file.called.has(NAMED_STORE) || (TAKES_BUCKET.test(path) && isWhole(bucket));
  }
  return (
    isFixed &&
    !isLocal(given[0] ?? named.get('url')) &&
    scope.owner?.effects.has('beside') === true &&
    isUnused(call)
  );
}

function isStoreNamed({ given, named }: Call): boolean {
  const place = given[0] ?? named.get('endpoint') ?? named.get('host') ?? named.get('bucket_name');
  return isWhole(place) && !/^(?:s3|localhost|127\.0\.0\.1|)$/.test(place.text);
}

/** Whether nothing is made of what a call gives. */
function isUnused({ file, node }: Call): boolean {
  const { text } = file.file;
  const before = text.slice(text.lastIndexOf('\n', node.start - 1) + 1, node.start);
  return /^\s*(?:await\s+)?$/.test(before);
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
