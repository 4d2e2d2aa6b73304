import { posix } from 'node:path';

/** Python sources, and data that they may read, by their path inside the package, `/` between segments. */
export type PythonSourceTree = ReadonlyMap<string, string>;

/** Where the package would be installed; the interpreter's whole file system lies below. */
const INSTALL_FOLDER = '/custom_nodes';

/** The package's files as the running code would find them on disk. */
export class SourceTree {
  readonly root: string;
  readonly packageName: string;
  /** Folders the code has put on `sys.path`. */
  readonly searchFolders: string[] = [];
  private readonly folders = new Map<string, Set<string>>();
  /** Absolute paths of all files, those without a known content included. */
  private readonly paths: readonly string[];

  constructor(
    private readonly files: PythonSourceTree,
    folderName: string,
    otherPaths: readonly string[] = [],
  ) {
    // A dot would split the name between modules.
    this.packageName = folderName.replace(/[^\p{L}\p{N}_-]/gu, '_') || 'package';
    this.root = `${INSTALL_FOLDER}/${this.packageName}`;
    this.folders.set(this.root, new Set());
    this.paths = [...files.keys(), ...otherPaths].map((path) => `${this.root}/${path}`);
    for (const path of this.paths) this.enter(path);
  }

  text(path: string): string | undefined {
    return path.startsWith(`${this.root}/`) ? this.files.get(path.slice(this.root.length + 1)) : undefined;
  }

  /** Path inside the package, for messages. */
  relative(path: string): string {
    return path === this.root ? '.' : path.slice(this.root.length + 1);
  }

  /** Whether there is a file at this absolute path, with known content or not. */
  isFile(path: string): boolean {
    return !this.isFolder(path) && this.folders.get(posix.dirname(path))?.has(posix.basename(path)) === true;
  }

  isFolder(path: string): boolean {
    return this.folders.has(path);
  }

  /** Whether a dotted name is that of the package or of a module in it. */
  isOwnName(dotted: string): boolean {
    return [this.root, `custom_nodes.${this.packageName}`].some(
      (own) => dotted === own || dotted.startsWith(`${own}.`),
    );
  }

  isInside(path: string): boolean {
    return path === this.root || path.startsWith(`${this.root}/`);
  }

  /** Names in a folder, sorted; undefined when there is no such folder among the sources. */
  list(path: string): string[] | undefined {
    const names = this.folders.get(path);
    return names === undefined ? undefined : [...names].sort();
  }

  /** All files below a folder, sorted. */
  below(path: string): string[] {
    return this.paths.filter((file) => file.startsWith(`${path}/`)).sort();
  }

  /** The file that an import of a module at this absolute path (without ending) loads; for a folder without `__init__`, the folder. */
  moduleFile(base: string): string | undefined {
    const initialiser = `${base}/__init__.py`;
    if (this.text(initialiser) !== undefined) return initialiser;
    if (this.text(`${base}.py`) !== undefined) return `${base}.py`;
    return this.isFolder(base) && base !== this.root ? base : undefined;
  }

  private enter(path: string): void {
    const parent = posix.dirname(path);
    const known = this.folders.get(parent);
    if (known !== undefined) {
      known.add(posix.basename(path));
      return;
    }
    this.folders.set(parent, new Set([posix.basename(path)]));
    if (this.isInside(posix.dirname(parent))) this.enter(parent);
  }
}
