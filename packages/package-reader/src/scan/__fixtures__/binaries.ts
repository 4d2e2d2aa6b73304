import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';

import type { ArchiveFinding } from '../../archive/index.js';
import { scanInThread } from '../scan-in-thread.js';
import type { ScanFile } from '../scan-file.js';

/** Files of a package by path. */
export type Bytes = Readonly<Record<string, string | Buffer>>;

/** A file as the archive reader hands it to the scan. */
export function scanFile(path: string, content: string | Buffer): ScanFile {
  const bytes = Buffer.from(content);
  const known = { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  return isUtf8(bytes) && !bytes.includes(0)
    ? { ...known, text: bytes.toString('utf8') }
    : { ...known, content: Uint8Array.from(bytes) };
}

/** What the scan finds in files of any kind. */
export async function scannedBytes(files: Bytes, timeoutMs = 60_000): Promise<readonly ArchiveFinding[]> {
  const scanFiles = Object.entries(files).map(([path, content]) => scanFile(path, content));
  return (await scanInThread(scanFiles, { packageName: 'pack' }, timeoutMs)).findings;
}

/** Bytes of characters up to U+00FF, and of numbers in hex after `hex:`. */
export function bytes(text: string): Buffer {
  return text.startsWith('hex:') ? Buffer.from(text.slice(4), 'hex') : Buffer.from(text, 'latin1');
}

/** Bytes with enough behind them for a file. */
export function padded(head: string, length = 128): Buffer {
  return Buffer.concat([bytes(head), Buffer.alloc(length)]);
}

/** The opcode of a short text. */
export function shortText(text: string): string {
  return `\x8c${String.fromCharCode(text.length)}${text}`;
}

/** A pickle that calls a function with one text when it is loaded. */
export function callingPickle(module: string, name: string, argument = 'id', protocol = 4): Buffer {
  if (protocol === 0) return bytes(`c${module}\n${name}\n(S'${argument}'\ntR.`);
  if (protocol < 4) return bytes(`\x80${String.fromCharCode(protocol)}c${module}\n${name}\nU${String.fromCharCode(argument.length)}${argument}\x85R.`);
  return bytes(`\x80\x04${shortText(module)}\x94${shortText(name)}\x94\x93${shortText(argument)}\x94\x85\x94R\x94.`);
}

/** What `torch.save` stores of the weights of a model. */
export const STATE_DICT = bytes(
  "\x80\x02ccollections\nOrderedDict\nq\x00)Rq\x01X\x06\x00\x00\x00weightq\x02ctorch._utils\n_rebuild_tensor_v2\nq\x03((X\x07\x00\x00\x00storageq\x04ctorch\nFloatStorage\nq\x05X\x01\x00\x00\x000q\x06X\x03\x00\x00\x00cpuq\x07K\x01tq\x08QK\x00K\x01\x85q\tK\x01\x85q\n\x89h\x00)Rq\x0btq\x0cRq\rs.",
);

/** A numpy array of a type, with bytes behind its header. */
export function numpyArray(descr: string, content: Buffer): Buffer {
  const header = `{'descr': '${descr}', 'fortran_order': False, 'shape': (1,), }`.padEnd(117) + '\n';
  return Buffer.concat([bytes(`\x93NUMPY\x01\x00${String.fromCharCode(header.length)}\x00${header}`), content]);
}

/** One file in a tar archive. */
export function tarBytes(path: string, content: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write('0000644\0', 100);
  header.write(`${Buffer.byteLength(content).toString(8).padStart(11, '0')}\0`, 124);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512);
  body.write(content);
  return Buffer.concat([header, body, Buffer.alloc(1024)]);
}
