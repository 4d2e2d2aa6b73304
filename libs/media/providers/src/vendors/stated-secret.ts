import { type Environment, Secret } from '#libs/platform/config';
import type { NamedFiles } from './named-files.js';

const BY_VARIABLE = 'env:';
const BY_FILE = 'file:';
const ONE_LINE = /^[^\r\n]+$/;

/** A secret that the vendors file states, or what is wrong with it, without any of its content. */
export type StatedSecret = { secret: Secret; problem?: undefined } | { secret?: undefined; problem: string };

/** @param text The secret itself, `env:NAME` for a variable, or `file:PATH` for a file that holds nothing else. */
export function statedSecret(text: string, env: Environment, files: NamedFiles): StatedSecret {
  if (text.startsWith(BY_FILE)) return secretIn(text.slice(BY_FILE.length), files);
  if (!text.startsWith(BY_VARIABLE)) return { secret: new Secret(text) };
  const secret = env.namedSecret(text.slice(BY_VARIABLE.length));
  return secret ? { secret } : { problem: 'names a variable that is not set' };
}

function secretIn(file: string, files: NamedFiles): StatedSecret {
  let content: string;
  try {
    content = files.read(file).trim();
  } catch {
    return { problem: 'names a file that cannot be read' };
  }
  return ONE_LINE.test(content)
    ? { secret: new Secret(content) }
    : { problem: 'names a file that does not hold one line of text' };
}
