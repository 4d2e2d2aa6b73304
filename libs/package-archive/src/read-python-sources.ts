import { TextDecoder } from 'node:util';

import { DEFAULT_ARCHIVE_LIMITS, type ArchiveLimits } from './archive-limits.js';
import { withArchive } from './archive-reader.js';
import { isSystemLeftover, wrapperFolder } from './entry-tree.js';

/** The Python of a package, ready for the extraction of app nodes. */
export interface PythonSources {
  /** Text by path inside the package, without the wrapper folder: Python, and data that the code may take names from. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths of all other files of the package. */
  readonly otherPaths: readonly string[];
  /** Python files left out because of their size, by path. */
  readonly skipped: readonly string[];
}

/** Kinds of data from which packages are known to make their app nodes. */
const DATA_FILE = /\.(?:json|txt)$/i;

/**
 * Reads every `.py` file of an archive into memory, within `pythonFileBytes` and `pythonTotalBytes`, and the small data
 * files beside them, within `dataFileBytes` and `dataTotalBytes`.
 *
 * @throws ArchiveRefused when the archive's structure, or the content of a Python file, breaks a rule.
 */
export async function readPythonSources(
  path: string,
  limits: ArchiveLimits = DEFAULT_ARCHIVE_LIMITS,
): Promise<PythonSources> {
  return withArchive(path, limits, async (archive) => {
    const wrapper = wrapperFolder(archive.entries);
    const files = new Map<string, string>();
    const skipped: string[] = [];
    const otherPaths: string[] = [];
    const rooms = {
      python: { fileBytes: limits.pythonFileBytes, bytesLeft: limits.pythonTotalBytes },
      data: { fileBytes: limits.dataFileBytes, bytesLeft: limits.dataTotalBytes },
    };
    for (const entry of archive.entries) {
      const isPython = /\.py$/i.test(entry.name);
      if (entry.name.endsWith('/') || isSystemLeftover(entry.name)) continue;
      const name = entry.name.slice(wrapper.length);
      if (!isPython && !DATA_FILE.test(name)) {
        otherPaths.push(name);
        continue;
      }
      const room = isPython ? rooms.python : rooms.data;
      if (entry.unpackedBytes > Math.min(room.fileBytes, room.bytesLeft)) {
        (isPython ? skipped : otherPaths).push(name);
        continue;
      }
      room.bytesLeft -= entry.unpackedBytes;
      const chunks: Buffer[] = [];
      await archive.unpack(entry, (chunk) => chunks.push(chunk));
      files.set(name, decodePython(Buffer.concat(chunks)));
    }
    return { files, otherPaths, skipped };
  });
}

/** The encoding cookie of the first two lines, https://peps.python.org/pep-0263/ */
const ENCODING_COOKIE = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;

function decodePython(bytes: Buffer): string {
  try {
    // A byte order mark is dropped, as Python does.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const head = bytes.subarray(0, 512).toString('latin1').split(/\r?\n/, 2);
    const cookie = head.map((line) => ENCODING_COOKIE.exec(line)?.[1]).find((name) => name !== undefined);
    return decoderFor(cookie).decode(bytes);
  }
}

function decoderFor(encoding: string | undefined): TextDecoder {
  try {
    return new TextDecoder(encoding ?? 'utf-8');
  } catch {
    return new TextDecoder('latin1');
  }
}
