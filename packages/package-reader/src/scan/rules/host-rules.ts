import type { Assignment, Call } from '../code/observation.js';
import { has, HOLE, isWhole, MARK, type Value } from '../code/value.js';
import type { PythonFile } from '../code/python-file.js';
import { LOOSENS_LOADING } from './code-rules.js';
import { rule } from './define-rule.js';
import { INSTALLS_FOREIGN_PACKAGE, installsForeign, RUNS_MACHINE_CODE } from './program-rules.js';

const REPLACES_HOST_NODE = rule(
  'replaces_host_node',
  'Replaces a node of the host, so that workflows run other code.',
);
const PATCHES_HOST = rule('patches_host', 'Changes functions of the host.', 'note');
const PATCHES_HOST_TO_SEND = rule(
  'patches_host_to_send',
  'Replaces a function of the host by one that sends requests.',
);
const WRITES_OTHER_PACKAGE = rule(
  'writes_other_package',
  'Writes into or deletes from another package or the host.',
);
export const DELETES_FILES = rule('deletes_files', 'Deletes, overwrites or encrypts files of the user.');
export const CHANGES_TOOLS = rule(
  'changes_tools',
  'Changes the settings of the manager of packages, of Git or of an installer, or hooks of Git.',
);
const STARTS_AT_LOGIN = rule('starts_at_login', 'Arranges to be started at login or with Python.');

const REPLACES_OWN_CODE = rule(
  'replaces_own_code',
  'Downloads code and puts it in the place of its own, so that it is not what was looked at.',
);

export const HOST_RULES = [
  REPLACES_OWN_CODE,
  REPLACES_HOST_NODE,
  PATCHES_HOST,
  PATCHES_HOST_TO_SEND,
  WRITES_OTHER_PACKAGE,
  DELETES_FILES,
  STARTS_AT_LOGIN,
  CHANGES_TOOLS,
];

const HOST_TABLE = /^(?:nodes|comfy\.nodes|sys\.modules\.nodes)\.NODE_CLASS_MAPPINGS$/;
const HOST_NODES = new Set(
  (
    'KSampler KSamplerAdvanced CheckpointLoaderSimple CheckpointLoader CLIPTextEncode CLIPSetLastLayer VAEDecode VAEEncode VAELoader ' +
    'EmptyLatentImage LatentUpscale LatentUpscaleBy LatentFromBatch SaveImage PreviewImage LoadImage LoadImageMask ImageScale ' +
    'ImageScaleBy ImageInvert ConditioningCombine ConditioningConcat ConditioningSetArea LoraLoader LoraLoaderModelOnly CLIPLoader ' +
    'DualCLIPLoader UNETLoader CLIPVisionLoader CLIPVisionEncode ControlNetLoader ControlNetApply ControlNetApplyAdvanced ' +
    'UpscaleModelLoader ImageUpscaleWithModel SamplerCustom SamplerCustomAdvanced RandomNoise BasicScheduler KSamplerSelect ' +
    'VAEDecodeTiled VAEEncodeTiled VAEEncodeForInpaint SetLatentNoiseMask LoadLatent SaveLatent StyleModelLoader ImageBatch'
  ).split(' '),
);
const HOST_MODULE =
  /^(?:execution|server|nodes|folder_paths|main|comfy\.[\w.]+|app\.[\w.]+|comfy_execution\.[\w.]+)\.\w/;
const WRITING =
  /^(?:shutil\.(?:copy\w*|move|rmtree)|os\.(?:remove|unlink|rename|replace|symlink|link|truncate))$/;
/** Files of tests, which stand in for the host. */
const TEST_FILE = /(?:^|\/)(?:tests?\/|conftest\.py$|test_[^/]*\.py$|[^/]*_test\.py$)/;
const INDEX_VARIABLE = /^(?:PIP_(?:EXTRA_)?INDEX_URL|PIP_FIND_LINKS|UV_(?:DEFAULT_|EXTRA_)?INDEX(?:_URL)?)$/;
const HUB_VARIABLE = /^(?:HF_ENDPOINT|NPM_CONFIG_REGISTRY)$/;
const HOST_FOLDER = '/host/';
/** Any file below the folders of the user. */
const FILES_OF_HOME =
  /^(?:~|\/home|\/Users|[A-Z]:[\\/]+Users)(?:[\\/](?:Documents|Desktop|Pictures|Downloads))?(?:[\\/]\0)+(?:\.\w+)?$/;
const TOOL_COMMAND =
  /\bgit\b.{0,40}\bconfig\b.{0,20}--(?:global|system)\b.{0,200}\b(?:core\.hooksPath|insteadOf|http\.proxy)\b|\bgit\b.{0,80}\bconfig\b.{0,80}\b(?:core\.(?:hooksPath|fsmonitor|sshCommand)|init\.templateDir)\s{1,5}[^\s.]|\b(?:pip3?|conda|npm)\b.{0,20}\bconfig\b.{0,40}(?:index-url|find-links|channel|registry)/i;
/** The address that is no longer asked, at the end of the command. */
const REPLACED_ADDRESS = /\binsteadOf\b.*$/i;
const LOADER = /^(?:torch(?:\.serialization)?|comfy\.utils\.torch)\.load$/;
const SETS_WEIGHTS =
  /\bweights_only["']?\s*(?:\]\s*)?[=:,]\s*(?:False|0|None|bool\(\))|["']weights["'_]|\bpop\(\s*["']weights_only/;
const MEMORY = /^\/proc\/(?:self|\0|\d+)\/mem$/;
const LOGIN_PROGRAM =
  /\bcrontab\b|\bschtasks\b[\s\S]{0,40}\/create|\bsystemctl\b[\s\S]{0,40}\benable\b|\blaunchctl\b[\s\S]{0,20}\b(?:load|bootstrap)\b|>>?\s*["']?(?:~|\$HOME|\0)[/\0]*\.(?:bashrc|profile|zshrc|bash_profile)|CurrentVersion\\+Run/i;

/** The rule on the host and other packages that an assignment breaks. */
export function hostRuleOfAssignment({ path, key, value, file }: Assignment) {
  if (TEST_FILE.test(file.file.path)) return undefined;
  if (key && path === 'os.environ' && HUB_VARIABLE.test(key.text ?? ''))
    return installsForeign(value.text ?? '') ? CHANGES_TOOLS : undefined;
  if (key && path === 'os.environ')
    return INDEX_VARIABLE.test(key.text ?? '') && installsForeign(value.text ?? '')
      ? INSTALLS_FOREIGN_PACKAGE
      : undefined;
  if (key) return HOST_TABLE.test(path) && HOST_NODES.has(key.text ?? '') ? REPLACES_HOST_NODE : undefined;
  if (LOADER.test(path)) return loosens(value, file) ? LOOSENS_LOADING : undefined;
  if (!HOST_MODULE.test(path) || !value.callee) return undefined;
  return value.callee.effects.has('sends') ? PATCHES_HOST_TO_SEND : PATCHES_HOST;
}

/** The rule on the host, other packages and the user's files that a call breaks. */
export function hostRuleOfCall(call: Call, packageName: string) {
  const { path = '', method = '', receiver, given, named, everything, file } = call;
  if (path === 'written:') return isOwnCode(file, given[0], packageName) ? REPLACES_OWN_CODE : undefined;
  if (receiver && HOST_TABLE.test(receiver.path ?? ''))
    return TEST_FILE.test(file.file.path) ? undefined : tableRule(method, given);
  if (path === 'builtins.setattr' && given[1]?.text === 'load' && given[2] && loosens(given[2], file))
    return LOOSENS_LOADING;
  if (path === 'builtins.setattr' && HOST_MODULE.test(`${given[0]?.path ?? ''}.x`) && given[2]?.callee)
    return given[2].callee.effects.has('sends') ? PATCHES_HOST_TO_SEND : PATCHES_HOST;
  if (
    /^(?:os|subprocess|asyncio)\./.test(path) &&
    everything.some((value) => LOGIN_PROGRAM.test(commandText(value)))
  )
    return STARTS_AT_LOGIN;
  if (
    /^winreg\.(?:SetValue\w*|CreateKey\w*|OpenKey\w*)$/.test(path) &&
    everything.some(({ text = '' }) => /CurrentVersion\\+Run/i.test(text))
  )
    return STARTS_AT_LOGIN;
  const places = writtenPlaces(path, method, receiver, given, named);
  if (places.some((place) => has(place, MARK.loginPlace))) return STARTS_AT_LOGIN;
  if (places.some((place) => has(place, MARK.toolPlace) && !isOwn(place, packageName))) return CHANGES_TOOLS;
  if (
    /^(?:os|subprocess|asyncio)\./.test(path) &&
    everything.some((value) => changesTools(commandText(value)))
  )
    return CHANGES_TOOLS;
  if (method === 'set_value' && /^(?:hookspath|fsmonitor|sshcommand)$/i.test(given[1]?.text ?? ''))
    return CHANGES_TOOLS;
  if (writesPathFile(method, receiver, given)) return STARTS_AT_LOGIN;
  if (path === 'shutil.rmtree' && has(given[0], MARK.home)) return DELETES_FILES;
  if (places.some(({ text = '' }) => MEMORY.test(text))) return RUNS_MACHINE_CODE;
  const isRemoving = /rmtree|remove|unlink/.test(path + method);
  if (places.some((place) => isFileOfHome(path, place))) return DELETES_FILES;
  return places.some((place) => isForeign(place, packageName, isRemoving)) ? WRITES_OTHER_PACKAGE : undefined;
}

/** Whether a function takes the place of `torch.load` that changes what may be loaded. */
function loosens({ callee, path }: Value, { file: { text } }: PythonFile): boolean {
  const source = callee ? callee.file.text(callee.node) : path === 'torch.load' ? text : '';
  return SETS_WEIGHTS.test(source) && /\btorch\b/.test(text);
}

function tableRule(method: string, [first]: readonly Value[]) {
  if (!/^(?:update|pop|__setitem__|setdefault)$/.test(method) || !first) return undefined;
  const keys = first.names ? [...first.names.keys()] : [first.text ?? ''];
  return keys.some((key) => HOST_NODES.has(key)) ? REPLACES_HOST_NODE : undefined;
}

function commandText({ text, items }: Value): string {
  return text ?? items?.map(({ text: part = HOLE }) => part).join(' ') ?? '';
}

/** The paths that a call writes to or deletes. */
function writtenPlaces(
  path: string,
  method: string,
  receiver: Value | undefined,
  given: readonly Value[],
  named: ReadonlyMap<string, Value>,
): Value[] {
  const mode = (given[1] ?? named.get('mode'))?.text ?? 'r';
  const places = path === 'builtins.open' && /[wax+]/.test(mode) ? [given[0]] : [];
  if (WRITING.test(path))
    places.push(
      /copy|link$/.test(path) ? given[1] : given[0],
      /move|rename|replace/.test(path) ? given[1] : undefined,
    );
  if (/^(?:write_text|write_bytes|unlink|touch)$/.test(method)) places.push(receiver);
  if (/^(?:rename|replace)$/.test(method) && given.length === 1) places.push(receiver);
  if (/^CreateShort[cC]ut$/.test(method)) places.push(given[0]);
  if (path === 'os.open' && given.length > 1 && given[1]?.path !== 'os.O_RDONLY') places.push(given[0]);
  if (path === 'fileinput.input' || path === 'fileinput.FileInput') places.push(given[0]);
  if (method === 'open' && /[wax+]/.test(given[0]?.text ?? '')) places.push(receiver);
  return places.filter((place) => place !== undefined);
}

/** Whether a call writes a path file with code in it. */
function writesPathFile(method: string, receiver: Value | undefined, given: readonly Value[]): boolean {
  if (!/^(?:writestr|write_text)$/.test(method)) return false;
  const [place, content] = method === 'writestr' ? given : [receiver, given[0]];
  return /\.pth$/.test(place?.text ?? '') && /(?:^|\n)import[ \t]/.test(content?.text ?? '');
}

/** Whether a place is the package's own; the manager has one beside its folder. */
function isOwn({ text = '' }: Value, packageName: string): boolean {
  const name = packageName.toLowerCase();
  const place = normalised(text).toLowerCase();
  if (place.includes('/.git/')) return false;
  return place.includes(name === 'comfyui-manager' ? '/comfyui-manager/' : `/custom_nodes/${name}/`);
}

/** Whether a command changes where Git, pip and others get what they fetch, or what they run. */
function changesTools(command: string): boolean {
  if (!TOOL_COMMAND.test(command)) return false;
  return (
    /\b(?:core\.(?:hooksPath|fsmonitor|sshCommand)|init\.templateDir)\b/i.test(command) ||
    installsForeign(command.replace(REPLACED_ADDRESS, ''))
  );
}

/** What is made of its name, or moved, is another file. */
function isFileOfHome(path: string, { marks, text = '' }: Value): boolean {
  // What is copied somewhere by a parameter tells nothing.
  const isPlace = path.startsWith('shutil.copy')
    ? /\/\0$/.test(text)
    : path !== 'shutil.move' && /(?:\0|^)$/.test(text);
  const isFound = (marks & MARK.homeFile) !== 0 && isPlace;
  return isFound || FILES_OF_HOME.test(text);
}

/** Whether a place holds code of the package itself: its folder, or a Python file in it. */
function isOwnCode({ file: { path } }: PythonFile, place: Value | undefined, packageName: string): boolean {
  const text = normalised(place?.text ?? '').replace(/\/$/, '');
  const root = `/host/custom_nodes/${packageName}`;
  if (text.startsWith(`${root}/`) && text.endsWith('.py')) return true;
  if (!has(place, MARK.repository)) return false;
  const folders = [root, `${root}/${path}`.replace(/\/[^/]*$/, '')];
  return folders.some((folder) => text === folder || text === `${folder}/${HOLE}`);
}

/** Whether a path is in the folder of another package, or code of the host. */
function isForeign({ text }: Value, packageName: string, isRemoving: boolean): boolean {
  if (text === undefined || !/custom_nodes|^\/host\//.test(text)) return false;
  const normal = normalised(text);
  const [, folder, rest] = /(?:^|\/)custom_nodes\/([^/]+)(\/.*)?$/.exec(normal) ?? [];
  if (folder !== undefined) {
    const isOther = folder.includes(HOLE)
      ? folder === HOLE
      : !folder.toLowerCase().startsWith(packageName.toLowerCase());
    if (!isOther || /^\.|^__/.test(folder)) return false;
    if (folder === HOLE) return /[^\0]\.(?:py|js)$/.test(rest ?? '');
    return rest !== undefined || isRemoving;
  }
  return (
    isWhole({ marks: 0, text: normal }) &&
    normal.startsWith(HOST_FOLDER) &&
    /^\/host\/[^\0]*\.py$/.test(normal)
  );
}

function normalised(path: string): string {
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '..' && parts.length > 1) parts.pop();
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part);
  }
  return parts.join('/');
}
