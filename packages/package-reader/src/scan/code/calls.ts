import * as known from './known-names.js';
import type { Call } from './observation.js';
import { composed, concatenated, decoded, textMethod, reversed } from './texts.js';
import { has, HOLE, isWhole, marked, MARK, marksOf, textValue, UNKNOWN, type Value } from './value.js';

const CREDENTIAL_NAME = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH/i;
/** Of what these give, the arguments tell nothing. */
const UNRELATED =
  /^(?:builtins\.(?:len|print|globals|locals|setattr|input)|os\.path\.(?:exists|isfile|isdir|getsize)|os\.(?:chmod|makedirs|remove|environ\.(?:update|setdefault|pop))|shutil\.which|time\..{1,30}|logging\..{1,60})$/;
const PATH_WRAPPERS =
  /^(?:os\.path\.(?:abspath|realpath|normpath|expandvars|normcase)|os\.fspath|pathlib\.(?:Pure)?(?:Posix|Windows)?Path|builtins\.str|os\.fsencode)$/;
const HOST_FOLDER = '/host';

/** What the call of something outside of the package gives, as far as it matters here. */
export function resultOf(call: Call): Value {
  const { path, method, receiver, given } = call;
  const isChr = call.everything.some((value) => value.path === 'builtins.chr');
  const all = marksOf(call.everything) | (isChr ? MARK.decoded : 0);
  if (path !== undefined) {
    const followed = fromTable(call, path, all);
    if (followed) return followed;
  }
  if (method !== undefined && receiver) {
    const followed = fromMethod(method, receiver, given, all);
    if (followed) return followed;
  }
  const marks = all | (receiver?.marks ?? 0);
  return { marks, ...(path === undefined ? {} : { path: `${path}()` }) };
}

function fromTable(call: Call, path: string, all: number): Value | undefined {
  const { given } = call;
  const [first, second] = given;
  const decoder = known.DECODES[path];
  if (decoder) return decoded(decoder, first);
  if (path === 'codecs.decode')
    return decoded('other', { marks: all, ...(first?.text === undefined ? {} : { text: first.text }) });
  if (known.SENDS.test(path)) return { marks: MARK.downloaded, path: `${path}()` };
  if (known.RECEIVES.test(path)) return { marks: MARK.downloaded, path: `${path}()` };
  if (known.STARTS_PROGRAM.test(path)) return started(call, path);
  if (known.HOST_NAMES.test(path)) return { marks: MARK.hostName, path: `${path}()` };
  if (known.USER_NAMES.test(path)) return { marks: MARK.userName, path: `${path}()` };
  if (known.WATCHES.test(path)) return { marks: all | MARK.watched, path: `${path}()` };
  if (known.ENCODES.test(path)) return { marks: all | (call.receiver?.marks ?? 0) | MARK.encoded };
  if (UNRELATED.test(path)) return { marks: 0, path: `${path}()` };
  if (PATH_WRAPPERS.test(path))
    return { ...concatenated(given, '/'), ...(path.startsWith('pathlib') ? { path: 'pathlib.Path()' } : {}) };
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
    case 'folder_paths.get_folder_paths':
      return first?.text === 'custom_nodes'
        ? { marks: 0, items: [textValue(`${HOST_FOLDER}/custom_nodes`)] }
        : UNKNOWN;
    case 'builtins.chr':
      return { marks: all | MARK.decoded };
    case 'builtins.bytes':
    case 'builtins.bytearray':
      return madeOfNumbers(call) ? { marks: all | MARK.decoded } : { ...(first ?? UNKNOWN), marks: all };
    case 'builtins.reversed':
      return first ? { ...reversed(first), items: [reversed(first)] } : UNKNOWN;
    case 'builtins.open':
      return opened(call);
    case 'Crypto.Cipher.AES.new':
    case 'cryptography.fernet.Fernet':
      return { marks: MARK.cipher, path: `${path}()` };
    default:
      return undefined;
  }
}

function fromMethod(
  method: string,
  receiver: Value,
  given: readonly Value[],
  all: number,
): Value | undefined {
  if (known.DECODING_METHODS.has(method)) return { marks: all | receiver.marks | MARK.decoded };
  if (method === 'hex' || method === 'hexdigest') return { marks: receiver.marks | MARK.encoded };
  if (method === 'read' && receiver.path === 'builtins.open()') return { marks: receiver.marks };
  if (method === 'read_bytes') return { marks: receiver.marks | fileMarks(receiver) | MARK.fileBytes };
  if (method === 'read_text') return { marks: receiver.marks | fileMarks(receiver) };
  if (
    (method === 'expanduser' || method === 'resolve' || method === 'absolute') &&
    receiver.text !== undefined
  )
    return receiver;
  if (method === 'get' && has(receiver, MARK.environment)) return variable(given[0], given[1]);
  if (method === 'to_bytes' && receiver.path === '#') return { marks: MARK.decoded };
  if (receiver.text === undefined) return undefined;
  if (method === 'join') return joined(receiver, given[0]);
  return textMethod(method, receiver, given);
}

function joined(between: Value, members: Value | undefined): Value {
  if (!members?.items) return { marks: between.marks | (members?.marks ?? 0) };
  return concatenated(members.items, between.text);
}

export function joinedPath(parts: readonly Value[]): Value {
  const { marks, text } = concatenated(parts, '/');
  const kept = marks & ~MARK.pieced;
  if (text === undefined) return { marks: kept };
  return { ...composed(text.replace(/^.*\/(?=[~/])/, ''), kept), path: 'pathlib.Path()' };
}

function variable(name: Value | undefined, otherwise: Value | undefined): Value {
  const marks = otherwise?.marks ?? 0;
  if (name?.text === undefined) return { marks: marks | MARK.credential };
  return { marks: marks | (CREDENTIAL_NAME.test(name.text) ? MARK.credential : 0) };
}

function madeOfNumbers({ given: [first], text }: Call): boolean {
  return first?.items?.[0]?.path === '#' || /[\^]|>>/.test(text.slice(0, 400));
}

function opened({ given: [place = UNKNOWN, mode], named, note }: Call): Value {
  const how = (mode ?? named.get('mode'))?.text ?? 'r';
  const value: Value = { marks: place.marks & ~MARK.home, path: 'builtins.open()' };
  if (/[wax+]/.test(how)) return { ...value, written: note };
  return marked(value, fileMarks(place) | (how.includes('b') ? MARK.fileBytes : 0));
}

function fileMarks(place: Value): number {
  const isPython = /\.(?:py|pyi|cfg|toml)$/i.test(place.text ?? '');
  if (isPython) return 0;
  return isWhole(place) || /\.\w{1,8}$/.test(place.text?.replace(HOLE, '') ?? '') ? MARK.dataFile : 0;
}

/** The output of a program; of two the name of the user and the machine. */
function started({ text }: Call, path: string): Value {
  const marks =
    (/\bwhoami\b/.test(text) ? MARK.userName : 0) | (/\bhostname\b/.test(text) ? MARK.hostName : 0);
  return { marks, path: `${path}()` };
}
