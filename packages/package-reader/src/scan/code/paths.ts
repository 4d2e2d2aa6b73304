import { composed, concatenated } from './texts.js';
import { has, HOLE, MARK, textValue, UNKNOWN, type Value } from './value.js';

/** Where the host is taken to be, and where packages of Python are. */
export const HOST_FOLDER = '/host';
/** One of the modules that were imported, whichever. */
export const ANY_MODULE = 'sys.modules.?';
const PYTHON_FOLDER = '/python/site-packages';

const HOST_FILE = /^(?:nodes|server|execution|folder_paths|main|comfy)(?:\.[\w.]+)?\.__file__$/;
/** As `~/**`. */
const HOME_PATTERN = /^(?:~|\/home|\/Users|[A-Z\0]:)?[\\/]\*\*/;
const LISTS = /^(?:os|glob)\./;
const OUTPUT_FOLDER =
  /^folder_paths\.(?:get_(?:output|input|temp)_directory|output_directory|input_directory)$/;

/** The folders that attributes and calls of a name give. */
export function externalFolder(path: string, first?: Value): Value | undefined {
  if (OUTPUT_FOLDER.test(path)) return textValue(`${HOST_FOLDER}/output`, MARK.outputs);
  if (LISTS.test(path))
    return first?.text === undefined && !has(first, MARK.home) ? undefined : listedBy(path, first ?? UNKNOWN);
  switch (path) {
    case 'folder_paths.get_folder_paths':
      return first?.text === 'custom_nodes'
        ? { marks: 0, items: [textValue(`${HOST_FOLDER}/custom_nodes`)] }
        : UNKNOWN;
    case 'site.getsitepackages':
      return { marks: 0, items: [textValue(PYTHON_FOLDER)] };
    case 'site.getusersitepackages':
    case 'sysconfig.get_path':
    case 'distutils.sysconfig.get_python_lib':
      return textValue(PYTHON_FOLDER);
    case 'sysconfig.get_paths':
      return {
        marks: 0,
        names: new Map(['purelib', 'platlib'].map((name) => [name, textValue(PYTHON_FOLDER)])),
      };
    default:
      return undefined;
  }
}

/** The places that attributes of modules name. */
export function externalPlace(path: string): Value | undefined {
  if (HOST_FILE.test(path)) return textValue(`${HOST_FOLDER}/${path.split('.')[0] ?? ''}.py`);
  const [, library] = /^(\w+)\.__file__$/.exec(path) ?? [];
  if (library !== undefined) return textValue(`${PYTHON_FOLDER}/${library}/__init__.py`);
  switch (path) {
    case `${ANY_MODULE}.__file__`:
      return { ...textValue(`${HOST_FOLDER}/custom_nodes/${HOLE}/__init__.py`), path: 'pathlib.Path()' };
    case 'nodes.LOADED_MODULE_DIRS':
    case 'nodes.EXTENSION_WEB_DIRS':
      return {
        marks: 0,
        names: new Map([
          ['?', textValue(`${HOST_FOLDER}/custom_nodes/${HOLE}${path.includes('WEB') ? '/web' : ''}`)],
        ]),
      };
    case 'sys.path':
      return { marks: 0, path, items: [textValue(PYTHON_FOLDER)] };
    case 'os.sep':
    case 'os.path.sep':
      return textValue('/');
    case 'os.pardir':
    case 'os.path.pardir':
      return textValue('..');
    case 'folder_paths.base_path':
      return textValue(HOST_FOLDER);
    case 'folder_paths.output_directory':
      return textValue(`${HOST_FOLDER}/output`, MARK.outputs);
    case 'site.USER_SITE':
    case 'site.__file__':
      return textValue(PYTHON_FOLDER);
    default:
      return undefined;
  }
}

/** The paths that a folder may list. */
export function listed(folder: Value, pattern: Value | undefined): Value {
  const name = (pattern?.text ?? '*').replaceAll(/\*+/g, HOLE);
  const marks = marksBelow(folder);
  const path = { ...composed(`${folder.text ?? HOLE}/${name}`, marks), path: 'pathlib.Path()' };
  return { marks: path.marks, items: [path] };
}

function listedBy(path: string, place: Value): Value {
  const marks = marksBelow(place) & ~MARK.downloadedFile;
  if (path === 'os.listdir') return { marks, path: `${path}()` };
  if (path.startsWith('glob')) {
    const found = composed((place.text ?? '').replaceAll(/\*+/g, HOLE), marks);
    return { marks: found.marks, items: [found] };
  }
  const below = composed(`${place.text ?? ''}/${HOLE}`, marks);
  if (path === 'os.scandir') return { marks, items: [{ ...below, path: 'os.DirEntry()' }] };
  return { marks, items: [{ marks, items: [below, { marks: 0 }, { marks: 0 }] }] };
}

/** Marks of the files below a folder, or that a pattern finds. */
function marksBelow({ marks, text }: Value): number {
  const isHome = (marks & MARK.home) !== 0 || HOME_PATTERN.test(text ?? '');
  return isHome ? marks | MARK.homeFile : marks;
}

export function joinedPath(parts: readonly Value[]): Value {
  const { marks, text } = concatenated(parts, '/');
  // A folder of a file that was downloaded is not that file.
  const kept = marks & ~MARK.pieced & ~(has(parts.at(-1), MARK.downloadedFile) ? 0 : MARK.downloadedFile);
  if (text === undefined) return { marks: kept };
  return { ...composed(text.replace(/^.*\/(?=[~/])/, ''), kept), path: 'pathlib.Path()' };
}
