import { openAsBlob } from 'node:fs';
import { access, constants, readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { usageError } from '../terminal/exit-codes.js';

/** What a command line names: an address as it is, the bytes of a file, or those of standard input. */
export async function readInput(named: string): Promise<string | File> {
  if (/^https?:\/\//.test(named)) return named;
  if (named === '-') return new File([await buffer(process.stdin)], 'input');
  try {
    // Says what is wrong in better words than the next line does.
    await access(named, constants.R_OK);
    return new File([await openAsBlob(named)], path.basename(named));
  } catch (error) {
    throw usageError(`${named} cannot be read: ${(error as Error).message}`);
  }
}

/** Fields as `name=value`: numbers, truth values and JSON as such, the rest as text. A dot goes into an object. */
export async function readFields(given: readonly string[] = []): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const text of given) {
    const at = text.indexOf('=');
    if (at < 1) throw usageError(`A field is given as name=value, not ${text}.`);
    const names = text.slice(0, at).split('.');
    if (names.some((name) => !/^\w+$/.test(name) || name === '__proto__'))
      throw usageError(`${text.slice(0, at)} is no name of a field.`);
    const last = names.pop() as string;
    let target = fields;
    for (const name of names) target = (target[name] ??= {}) as Record<string, unknown>;
    target[last] = await valueOf(text.slice(at + 1));
  }
  return fields;
}

async function valueOf(text: string): Promise<unknown> {
  if (text.startsWith('@')) {
    const bytes = await readFile(text.slice(1)).catch((error: Error) => {
      throw usageError(`${text.slice(1)} cannot be read: ${error.message}`);
    });
    return bytes.toString('base64');
  }
  if (!/^(-?\d|true$|false$|null$|[[{"])/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Without the fields that were not given. */
export function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

export function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text)) throw usageError(`--duration must be a number of seconds, not ${text}.`);
  return Number(text);
}
