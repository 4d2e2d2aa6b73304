import * as known from './known-names.js';
import type { Call } from './observation.js';
import type { PythonFile } from './python-file.js';
import * as numbers from './numbers.js';
import { isElsewhere } from './places.js';
import { keyMark } from './services.js';
import { received } from './names.js';
import { ANY_MODULE, externalFolder, externalPlace, joinedPath, listed } from './paths.js';
import { composed, concatenated, decoded, decoderOf, textMethod, reversed } from './texts.js';
import {
  asText,
  has,
  HIDDEN,
  HOLE,
  isWhole,
  join,
  knownText,
  KEYS,
  marked,
  MARK,
  marksOf,
  textValue,
  UNKNOWN,
  type Value,
} from './value.js';

const HOST_THING = /^(?:nodes|comfy|server|execution|folder_paths|sys\.modules)\b/;
const CREDENTIAL_NAME = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH/i;

/** Make sums or signatures, out of which no key can be read. */
const SIGNS = /^(?:hmac|hashlib|jwt|jose|itsdangerous|nacl|ecdsa|rsa)\./;
/** What the call of something outside of the package gives, as far as it matters here. */
export function resultOf(call: Call): Value {
  const { path, method, receiver, given } = call;
  const all = marksOf(call.everything);
  if (path !== undefined) {
    const followed = fromTable(call, path, all);
    if (followed) return followed;
  }
  if (method !== undefined && receiver) {
    const followed = fromMethod(call.file, method, receiver, given, all);
    if (followed) return followed;
  }
  const marks = (all & ~MARK.home) | (receiver?.marks ?? 0);
  return { marks, ...(path === undefined ? {} : { path: `${path}()` }) };
}

function fromTable(call: Call, path: string, all: number): Value | undefined {
  const { given, kinds } = call;
  const [first, second] = given;
  const decoder = Object.hasOwn(known.DECODES, path) ? known.DECODES[path] : undefined;
  if (decoder) return decoded(decoder, first);
  if (SIGNS.test(path))
    return { marks: all & ~(KEYS | MARK.credential | MARK.credentials), path: `${path}()` };
  if (kinds !== 0) {
    const found = fromKind(call, path, all);
    if (found) return found;
  }
  switch (path) {
    case 'os.getenv':
    case 'os.environ.get':
    case 'os.environ.copy().get':
      return variable(first, second);
    case 'os.environ.copy':
    case 'os.environ.items':
      return { marks: MARK.environment, path: `${path}()` };
    case 'os.path.expanduser':
      return first ?? UNKNOWN;
    case 'pathlib.Path.home':
      return { ...composed('~'), path: 'pathlib.Path()' };
    case 'os.path.join':
    case 'pathlib.Path().joinpath':
      return joinedPath(call.receiver && path.startsWith('pathlib') ? [call.receiver, ...given] : given);
    case 'os.path.dirname':
      return first?.text === undefined
        ? { marks: all }
        : textValue(first.text.replace(/[\\/][^\\/]*$/, ''), all);
    case 'builtins.str':
      return first ? asText(first) : textValue('');
    case 'builtins.open':
      return opened(call);
    case 'asyncio.run':
    case 'asyncio.wait_for':
    case 'asyncio.shield':
    case 'copy.copy':
    case 'copy.deepcopy':
      return first;
    case 'PIL.Image.fromarray':
    case 'cv2.imencode':
      return { marks: all | MARK.outputs, path: `${path}()` };
    case 'operator.attrgetter':
    case 'operator.methodcaller':
      if (has(first, MARK.decoded)) return { marks: 0, path: 'builtins.?' };
      return has(first, MARK.downloaded | MARK.request) ? getterOf(first) : undefined;
    case 'torch.load':
      // Where models come from is judged at the call.
      return { marks: (all & ~(MARK.downloaded | MARK.downloadedFile | MARK.elsewhere)) | MARK.dataFile };
    case 'sys.modules.values':
    case 'sys.modules.copy().values':
      return { marks: 0, items: [{ marks: 0, path: ANY_MODULE }] };
    case 'sys.modules.items':
    case 'sys.modules.copy().items':
      return { marks: 0, items: [{ marks: 0, items: [UNKNOWN, { marks: 0, path: ANY_MODULE }] }] };
    case 'inspect.getfile':
    case 'inspect.getsourcefile':
    case 'inspect.getabsfile':
      return HOST_THING.test(first?.path ?? '') ? externalPlace(`${ANY_MODULE}.__file__`) : undefined;
    case 'types.SimpleNamespace':
      return { marks: all, names: call.named };
    case 'psutil.disk_partitions':
    case 'os.listdrives':
    case 'win32api.GetLogicalDriveStrings':
      return { marks: MARK.home };
    case 'asyncio.open_connection':
      return {
        marks: MARK.downloaded,
        items: ['reader', 'writer'].map((end) => ({ marks: MARK.downloaded, path: `${path}().${end}` })),
      };
    case 'urllib.parse.unquote':
      return isWhole(first) && first.text.includes('%') ? { marks: all | MARK.decoded } : undefined;
    case 'codecs.decode':
    case 'codecs.encode':
      return decoded(decoderOf(second?.text ?? call.named.get('encoding')?.text ?? '') ?? 'other', first);
    case 'codecs.getdecoder()':
    case 'codecs.getencoder()':
    case 'array.array':
    case 'struct.pack':
      return { marks: all | MARK.decoded, path: `${path}()` };
    default:
      return fromBuiltin(call, path, all);
  }
}

/** What built-in functions over constants give. */
function fromBuiltin({ given, source }: Call, path: string, all: number): Value | undefined {
  const [first = UNKNOWN, second = UNKNOWN] = given;
  switch (path) {
    case 'builtins.chr':
      return numbers.character(first);
    case 'builtins.dir':
      // Of its names one is found that the code does not write.
      return known.TELLING_MODULE.test(first.path ?? '') ? { marks: MARK.decoded } : undefined;
    case 'builtins.ord':
      return numbers.codeOf(first);
    case 'builtins.range':
      return numbers.rangeOf(given);
    case 'builtins.bytes':
    case 'builtins.bytearray':
      return first.items || isOfNumbers(source()) ? numbers.bytesOf(first) : { ...first, marks: all };
    case 'builtins.reversed': {
      const turned = reversed(first);
      const items = turned.items ?? numbers.membersOf(turned);
      return items ? { marks: turned.marks, items } : turned;
    }
    case 'builtins.sorted':
      return {
        marks: all | (numbers.isConstant(first) ? MARK.decoded : 0),
        ...(first.items ? { items: first.items } : {}),
      };
    case 'builtins.list':
    case 'builtins.tuple':
    case 'builtins.iter': {
      const items = numbers.membersOf(first) ?? first.items;
      return items ? { marks: all, items } : undefined;
    }
    case 'builtins.zip':
      return zipped(given, all);
    case 'builtins.enumerate': {
      const items = numbers.membersOf(first);
      return items
        ? zipped([{ marks: 0, items: items.map((_, at) => numbers.numberValue(at)) }, first], all)
        : undefined;
    }
    case 'builtins.map':
    case 'builtins.filter':
      if (first.path === 'builtins.chr') return numbers.charactersOf(second);
      return { marks: all | (first.callee?.result?.marks ?? 0), path: `${path}()` };
    case 'functools.reduce':
      return second.items && numbers.isConstant(second)
        ? concatenated(second.items)
        : { marks: all | (first.callee?.result?.marks ?? 0) };
    case 'builtins.str.maketrans':
    case 'builtins.bytes.maketrans':
      return { marks: all, items: [first, second] };
    default:
      return undefined;
  }
}

function zipped(lists: readonly Value[], marks: number): Value | undefined {
  const all = lists.map(numbers.membersOf);
  if (all.length === 0 || !all.every((members) => members !== undefined)) return undefined;
  const length = Math.min(...all.map((members) => members.length));
  return {
    marks,
    items: Array.from({ length }, (_, at) => {
      const items = all.flatMap((members) => members.slice(at, at + 1));
      return { marks: marksOf(items), items };
    }),
  };
}

/** What a call gives because of what it does. */
function fromKind(call: Call, path: string, all: number): Value | undefined {
  const { KIND } = known;
  const { kinds } = call;
  const result = `${path}()`;
  if (kinds & (KIND.sends | KIND.receives))
    return { marks: MARK.downloaded | sourceMark(call), path: result };
  if (kinds & KIND.fetchesRepository) return { marks: MARK.repository, path: result };
  if (kinds & KIND.opensTunnel) return { marks: MARK.tunnel, path: result };
  if (kinds & KIND.startsProgram) return started(call, path);
  if (kinds & KIND.hostName) return { marks: MARK.hostName, path: result };
  if (kinds & KIND.userName) return { marks: MARK.userName, path: result };
  if (kinds & KIND.watches) return { marks: all | MARK.watched, path: result };
  if (kinds & KIND.storedToken) return { marks: MARK.credentials };
  if (kinds & KIND.encodes) return { marks: encodedMarks(path, all | (call.receiver?.marks ?? 0)) };
  if (kinds & KIND.givesFolder) return externalFolder(path, call.given[0]);
  if (kinds & KIND.readsFile) return readFile(call, path, all);
  if (kinds & KIND.unrelated) return { marks: 0, path: result };
  if (kinds & KIND.wrapsPath)
    return {
      ...concatenated(call.given, '/'),
      ...(path.startsWith('pathlib') ? { path: 'pathlib.Path()' } : {}),
    };
  return undefined;
}

const READS_ARCHIVE =
  /^(?:zipfile\.(?:Py)?ZipFile|tarfile\.(?:open|TarFile)|py7zr\.SevenZipFile|rarfile\.RarFile)$/;
/** What is read as a picture or sound is no code, whatever it is called. */
const READS_MEDIA = /^(?:PIL\.Image\.open|cv2\.imread|wave\.open|numpy\.(?:load|fromfile))$/;

/** Whether a call asks a host where models are seldom kept. */
export function sourceMark({ given: [first], named }: Call): number {
  return isElsewhere((named.get('url') ?? first)?.text ?? '') ? MARK.elsewhere : 0;
}

function readFile(call: Call, path: string, all: number): Value {
  const { given, named, note, file } = call;
  const [place = UNKNOWN, mode] = given;
  const how = (mode ?? named.get('mode'))?.text ?? 'r';
  const isFetched =
    (all & MARK.downloaded) !== 0 || isDownloaded(file, place) || repositoryMark(file, place) !== 0;
  const kept = READS_ARCHIVE.test(path) && isFetched ? MARK.repository : 0;
  const value = { marks: (all & ~MARK.homeFile) | kept, path: `${path}()` };
  if (/[wax]/.test(how)) return { ...value, written: note };
  return marked(value, READS_MEDIA.test(path) ? MARK.dataFile : fileMarks(place));
}

/** A digest no longer has what was hidden or downloaded. */
function encodedMarks(path: string, marks: number): number {
  return (path.endsWith('digest') ? marks & ~(HIDDEN | MARK.downloaded) : marks) | MARK.encoded;
}

function fromMethod(
  file: PythonFile,
  method: string,
  receiver: Value,
  given: readonly Value[],
  all: number,
): Value | undefined {
  if (known.DECODING_METHODS.has(method)) return { marks: all | receiver.marks | MARK.decoded };
  if (method === 'hex' || method === 'hexdigest') return { marks: encodedMarks(method, receiver.marks) };
  if (method === 'read' && receiver.path === 'builtins.open()') return { marks: receiver.marks };
  if (method === 'read_bytes')
    return { marks: receiver.marks | fileMarks(receiver) | repositoryMark(file, receiver) | MARK.fileBytes };
  if (method === 'read_text')
    return { marks: receiver.marks | fileMarks(receiver) | repositoryMark(file, receiver) };
  if (
    (method === 'expanduser' || method === 'resolve' || method === 'absolute') &&
    receiver.text !== undefined
  )
    return receiver;
  if (method === 'get' && has(receiver, MARK.environment)) return variable(given[0], given[1]);
  if (/^(?:iterdir|r?glob|walk)$/.test(method) && receiver.text !== undefined)
    return listed(receiver, given[0]);
  if (method === 'to_bytes' && receiver.path === '#') return { marks: MARK.decoded };
  if (method === 'tobytes' && has(receiver, MARK.decoded)) return { marks: receiver.marks };
  if (receiver.names && !receiver.methods) return ofDict(method, receiver.names, given);
  if (receiver.text === undefined) return undefined;
  if (method === 'join') return numbers.joined(receiver, given[0]);
  if (method === 'with_suffix' || method === 'with_name') return renamed(receiver, method, given);
  return textMethod(method, receiver, given);
}

function ofDict(
  method: string,
  names: ReadonlyMap<string, Value>,
  [key, otherwise]: readonly Value[],
): Value | undefined {
  const values = [...names.values()];
  const keys = [...names.keys()].map((name) => textValue(name));
  switch (method) {
    case 'get':
    case 'pop':
      if (isWhole(key)) return names.get(key.text) ?? otherwise ?? UNKNOWN;
      return values.reduce(join, otherwise ?? UNKNOWN);
    case 'values':
      return { marks: marksOf(values), items: values };
    case 'keys':
      return { marks: 0, items: keys };
    case 'items':
      return {
        marks: marksOf(values),
        items: keys.map((name, at) => {
          const items = [name, values[at] ?? UNKNOWN];
          return { marks: marksOf(items), items };
        }),
      };
    default:
      return undefined;
  }
}

/** `path.with_suffix('.pth')` */
function renamed(path: Value, method: string, [name]: readonly Value[]): Value {
  const { text = '', marks } = path;
  const kept = method === 'with_name' ? text.replace(/[^\\/]*$/, '') : text.replace(/\.\w*$/, '');
  return { ...composed(kept + (name?.text ?? ''), marks), path: 'pathlib.Path()' };
}

function variable(name: Value | undefined, otherwise: Value | undefined): Value {
  const marks =
    (otherwise?.marks ?? 0) |
    ((name?.marks ?? 0) & (MARK.environment | MARK.credentials)) |
    (has(name, MARK.keyName) ? MARK.credentials : 0);
  if (name?.text === undefined) return { marks: marks | MARK.credential };
  if (/^(?:HOME|USERPROFILE)$/.test(name.text)) return composed('~', marks);
  if (!CREDENTIAL_NAME.test(name.text)) return { marks };
  return { marks: marks | MARK.credential | keyMark(name.text) };
}

/** `attrgetter(name)`, of which the call gives what is then called. */
function getterOf(name: Value | undefined): Value {
  const { path = '' } = received(name ?? UNKNOWN);
  return { marks: 0, path: `${path}getter` };
}

/** Whether a call makes bytes one by one. */
function isOfNumbers(source: string): boolean {
  return /[\^]|>>|%\s*(?:256|0x100)\b/.test(source.slice(0, 400));
}

function opened({ given: [place = UNKNOWN, mode], named, note, file }: Call): Value {
  const how = (mode ?? named.get('mode'))?.text ?? 'r';
  const marks =
    (place.marks & ~(MARK.home | MARK.homeFile)) | foreignMark(file, place) | repositoryMark(file, place);
  const value: Value = { marks, path: 'builtins.open()' };
  if (/[wax+]/.test(how)) return { ...value, written: note };
  return marked(value, fileMarks(place) | (how.includes('b') ? MARK.fileBytes : 0));
}

/** Whether a path is that of a file that comes from where models are seldom kept. */
export function foreignMark({ foreignDownloads }: PythonFile, { marks, text }: Value): number {
  if (marks & MARK.elsewhere) return MARK.elsewhere;
  return text !== undefined && foreignDownloads.has(text.split(HOLE).at(-1) ?? '') ? MARK.elsewhere : 0;
}

/** Whether a path is that of a file that was downloaded. */
export function isDownloaded({ downloads }: PythonFile, { marks, text }: Value): boolean {
  return (
    (marks & MARK.downloadedFile) !== 0 ||
    (text !== undefined && downloads.has(text.split(HOLE).at(-1) ?? ''))
  );
}

/** Whether a path is below the folder of a repository or archive that was downloaded. */
export function repositoryMark(file: PythonFile, value: Value): number {
  return value.marks & MARK.repository || (isInRepository(file, value) ? MARK.repository : 0);
}

/** Whether a path is known to be below a folder into which code of the same file puts a repository or archive. */
export function isInRepository({ repositories }: PythonFile, { text }: Value): boolean {
  if (text === undefined) return false;
  return [...repositories].some((folder) => text.endsWith(folder) || text.includes(`${folder}/`));
}

function fileMarks(place: Value): number {
  const isPython = /\.(?:py|pyi|cfg|toml)$/i.test(place.text ?? '');
  if (isPython) return 0;
  return isWhole(place) || /\.\w{1,8}$/.test(knownText(place)) ? MARK.dataFile : 0;
}

/** The output of a program, or the program to write to. */
function started({ given, named, source }: Call, path: string): Value {
  const command = given[0] ?? named.get('args');
  const program = command?.items?.[0]?.text ?? command?.text ?? '';
  const text = source();
  const marks =
    (/\bwhoami\b/.test(text) ? MARK.userName : 0) |
    (/\bhostname\b/.test(text) ? MARK.hostName : 0) |
    (ENVIRONMENT_PROGRAM.test(program) && (command?.items?.length ?? 1) === 1 ? MARK.environment : 0) |
    (WATCHING_PROGRAM.test(program) ? MARK.watched : 0) |
    (SHELL_PROGRAM.test(program) ? MARK.shell : 0) |
    (opensTunnel(command) ? MARK.tunnel : 0);
  return { marks, path: `${path}()` };
}

/** Whether a command lets other computers reach this one. */
function opensTunnel(command: Value | undefined): boolean {
  const words = command?.items?.map(({ text = HOLE }) => text).join(' ') ?? command?.text ?? '';
  return TUNNEL_PROGRAM.test(words);
}

const TUNNEL_PROGRAM =
  /^(?:\S{0,200}[\\/])?(?:cloudflared(?:\.exe)?\s.{0,40}tunnel|ngrok(?:\.exe)?\s|ssh(?:\.exe)?\s.{0,120}-(?:N?R|fNR)\b|(?:npx\s.{0,20})?(?:lt|localtunnel)\s|bore\s+local|zrok\s+share|frpc\b|telebit\b|tailscale\s+funnel)/;
const ENVIRONMENT_PROGRAM = /^(?:env|printenv|set|export)$/;
const WATCHING_PROGRAM = /^(?:xclip\b.{0,40}-o|pbpaste|xsel\b.{0,20}-o|powershell.{0,40}Get-Clipboard)/i;
const SHELL_PROGRAM = /^(?:.*[\\/])?(?:sh|bash|zsh|dash|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)(?:\s|$)/i;
