// Files as only attackers send them.
import { zipBytes } from '../../support/zip-bytes.ts';

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const MEGABYTE = 1024 * 1024;

/** Begins like a picture, and is none. */
export function junkPng(bytes) {
  return Buffer.concat([PNG_SIGNATURE, Buffer.alloc(bytes - PNG_SIGNATURE.length, 'A')]);
}

/** The file with `count` of its bits turned over. */
export function damaged(file, random, count) {
  const copy = Buffer.from(file);
  for (let done = 0; done < count; done += 1) {
    copy[Math.floor(random.between(64, copy.length))] ^= 1 << Math.floor(random.between(0, 8));
  }
  return copy;
}

/** Archives that a registry must refuse, or read within its limits. */
export function hostileArchives() {
  const project = (version) => ({
    name: 'pyproject.toml',
    content: `[project]\nname = "trial"\nversion = "${version}"\nlicense = "MIT"\n`,
  });
  return [
    () => zipBytes([{ name: '../../escape.py', content: 'x = 1' }]),
    () => zipBytes([{ name: 'link.py', content: '/etc/passwd', mode: 0o120777 }]),
    (version) => zipBytes([project(version), { name: 'zeros.py', content: Buffer.alloc(300 * MEGABYTE) }]),
    (version) =>
      zipBytes([project(version), { name: '__init__.py', content: 'while True:\n  x = [0] * 10**9\n' }]),
    (version) =>
      zipBytes([
        project(version),
        { name: '__init__.py', content: `NODE_CLASS_MAPPINGS = ${'['.repeat(50_000)}` },
      ]),
    () => Buffer.alloc(MEGABYTE, 'PK'),
  ];
}
