import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';

import { decodePython, PYTHON_FILE } from '../../../archive/index.js';
import type { ScanFile } from '../../scan-file.js';

/** A file of an archive in the package; `bytes` is its size when only its beginning was read. */
export function innerFile(path: string, content: Buffer, bytes = content.length): ScanFile {
  const known = { path, bytes, sha256: createHash('sha256').update(content).digest('hex') };
  if (PYTHON_FILE.test(path)) return { ...known, text: decodePython(content) };
  return isUtf8(content) && !content.includes(0)
    ? { ...known, text: content.toString('utf8') }
    : { ...known, content };
}

/** The content of a file that is no text, without a copy. */
export function contentOf({ content }: ScanFile): Buffer | undefined {
  return content && Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}
