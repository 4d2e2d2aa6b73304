import { deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';

import { zipBytes } from '../../../../../test/support/zip-bytes.js';
import { type Bytes, callingPickle, padded, tarBytes } from './binaries.js';

const HARM = 'import base64\nexec(base64.b64decode("eA=="))\n';
const HARMFUL = { name: 'pack/__init__.py', content: HARM };
const WHEEL = zipBytes([HARMFUL, { name: 'a.dist-info/METADATA', content: 'Name: a\n' }]);
const FILLER = Buffer.alloc(9 * 1024 * 1024, 'x = 1\n');

const PACKED_FILLER = deflateRawSync(FILLER);

export const ARCHIVES_TO_FIND: readonly (readonly [rule: string, what: string, files: Bytes])[] = [
  ['runs_hidden_code', 'code in a wheel', { 'wheels/a-1.0-py3-none-any.whl': WHEEL }],
  ['disguised_program', 'a program in a zip file', { 'a.zip': zipBytes([{ name: 'logo.png', content: padded('hex:7f454c46') }]) }],
  ['pickle_runs_code', 'a pickle in a zip file', { 'a.zip': zipBytes([{ name: 'a.pkl', content: callingPickle('os', 'system') }]) }],
  ['runs_hidden_code', 'code in a zip file in a zip file', { 'a.zip': zipBytes([{ name: 'b.zip', content: WHEEL }]) }],
  ['runs_hidden_code', 'code in a packed tar file', { 'a.tar.gz': gzipSync(tarBytes('a/__init__.py', HARM)) }],
  ['runs_hidden_code', 'code in a tar file', { 'a.tar': tarBytes('a/__init__.py', HARM) }],
  ['runs_hidden_code', 'code in a tar file in Zstandard', { 'a.tar.zst': zstdCompressSync(tarBytes('a/__init__.py', HARM)) }],
  ['runs_hidden_code', 'code behind an entry with a false path', { 'a.whl': zipBytes([{ name: '../x', content: 'x' }, HARMFUL]) }],
  ['runs_hidden_code', 'code behind an entry with a false sum', { 'a.whl': zipBytes([{ name: 'x', content: 'x', unpackedBytes: 9 }, HARMFUL]) }],
  ['runs_hidden_code', 'code that is not UTF-8', { 'a.whl': zipBytes([{ ...HARMFUL, content: Buffer.from(`# coding: latin-1\n# \xe9\n${HARM}`, 'latin1') }]) }],
  ['inner_archive_unread', 'a false size', { 'a.zip': zipBytes([{ name: 'a.txt', content: 'aaaa', unpackedBytes: 2 }]) }],
  ['inner_archive_unread', 'a file that is cut', { 'a.zip': WHEEL.subarray(0, -30) }],
  ['inner_archive_unread', 'a kind that is not unpacked', { 'a.7z': padded('hex:377abcaf271c0004'), 'b.rar': padded('hex:526172211a070100') }],
  ['inner_archive_unread', 'junk in gzip', { 'a.gz': padded('hex:1f8b0800') }],
  ['inner_archive_unread', 'a file that is too large', { 'a.zip': zipBytes([{ name: 'a.py', content: FILLER }]) }],
  ['inner_archive_unread', 'archives nested without measure', { 'a.zip': nested(9) }],
  ['encrypted_archive', 'a password', { 'a.zip': zipBytes([{ ...HARMFUL, flags: 0x801 }]) }],
  ['scan_stopped', 'a bomb', { 'a.zip': zipBytes(Array.from({ length: 17 }, (_, at) => ({ name: `${at}.txt`, packed: PACKED_FILLER, content: FILLER }))) }],
  ['scan_stopped', 'entries without measure', { 'a.zip': zipBytes(Array.from({ length: 5_001 }, (_, at) => ({ name: `${at}.txt`, content: '' }))) }],
  ['runs_hidden_code', 'code behind bombs', { 'a.zip': zipBytes([{ name: 'b.gz', content: gzipSync(Buffer.alloc(200 * 1024 * 1024)) }, HARMFUL]) }],
];

export const HONEST_ARCHIVES: readonly (readonly [what: string, files: Bytes])[] = [
  ['a plain wheel', { 'a.whl': zipBytes([{ name: 'a/__init__.py', content: 'x = 1\n' }, { name: 'a.dist-info/RECORD', content: '' }]) }],
  ['an archive of pictures', { 'a.zip': zipBytes([{ name: 'a.png', content: padded('hex:89504e470d0a1a0a') }]) }],
  ['an empty archive', { 'a.zip': zipBytes([]) }],
  ['a packed text', { 'a.json.gz': gzipSync('{}') }],
  ['a source archive', { 'a.tar.gz': gzipSync(tarBytes('a/setup.py', 'from setuptools import setup\nsetup()\n')) }],
];

function nested(depth: number): Buffer {
  return depth === 0 ? WHEEL : zipBytes([{ name: 'a.zip', content: nested(depth - 1) }]);
}
