import { TextDecoder } from 'node:util';

/** Names of Python files, and those that Windows would shorten to one, which only refused archives contain. */
export const PYTHON_FILE = /\.py[. ]*(?::[^/]*)?$/i;

/** The encoding cookie of the first two lines, https://peps.python.org/pep-0263/ */
const ENCODING_COOKIE = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;

/** The text of a source file as Python reads it: UTF-8 unless its first lines say otherwise. */
export function decodePython(bytes: Buffer): string {
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
