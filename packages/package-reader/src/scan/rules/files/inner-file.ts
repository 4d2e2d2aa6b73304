import { decodePython, isText, PYTHON_FILE, sha256Of } from '../../../archive/index.js';
import type { ScanFile } from '../../scan-file.js';

/** A file of an archive in the package; `bytes` is its size when only its beginning was read. */
export function innerFile(path: string, content: Buffer, bytes = content.length): ScanFile {
  const known = { path, bytes, sha256: sha256Of(content) };
  if (PYTHON_FILE.test(path)) return { ...known, text: decodePython(content) };
  return isText(content) ? { ...known, text: content.toString('utf8') } : { ...known, content };
}

/** The content of a file that is no text, without a copy. */
export function contentOf({ content }: ScanFile): Buffer | undefined {
  return content && Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}
