import { Buffer } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import yazl from 'yazl';

/** A zip of a map path → content. */
export async function zipOf(files) {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return await buffer(zip.outputStream);
}

export const base64 = (text) => Buffer.from(text).toString('base64');
export const zlibBase64 = (text) => deflateSync(text).toString('base64');
export const codes = (text) => [...text].map((letter) => letter.charCodeAt(0)).join(', ');
export const rot13 = (text) =>
  text.replace(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
export const xor = (text, key) => Buffer.from([...Buffer.from(text)].map((byte) => byte ^ key));
/** The text in characters that no editor shows. */
export const invisible = (text) =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

/** A pickle that calls `module.name(argument)` when it is loaded. */
export function pickledCall(module, name, argument) {
  const text = Buffer.from(argument);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([
    Buffer.from([0x80, 2]),
    Buffer.from(`c${module}\n${name}\n`),
    Buffer.from('X'),
    length,
    text,
    Buffer.from([0x85, 0x52, 0x2e]),
  ]);
}

/** A pickle of protocol 4 that names the function by values on the stack. */
export function pickledStackCall(module, name, argument) {
  const short = (text) => Buffer.concat([Buffer.from([0x8c, text.length]), Buffer.from(text)]);
  return Buffer.concat([
    Buffer.from([0x80, 4]),
    short(module),
    Buffer.from([0x94]),
    short(name),
    Buffer.from([0x94, 0x93, 0x94]),
    short(argument),
    Buffer.from([0x94, 0x85, 0x94, 0x52, 0x94, 0x2e]),
  ]);
}

/** The first bytes of programs and of compiled Python; nothing that runs follows. */
export const ELF = Buffer.concat([
  Buffer.from('7f454c4602010100', 'hex'),
  Buffer.alloc(56),
  Buffer.from('stand-in'),
]);
export const MARSHALLED = Buffer.concat([
  Buffer.from('e3000000000000000000000000', 'hex'),
  Buffer.from('stand-in'),
]);
export const BYTECODE = Buffer.concat([Buffer.from('a70d0d0a', 'hex'), Buffer.alloc(12), MARSHALLED]);
