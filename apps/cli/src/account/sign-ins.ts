import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CommandError } from '../terminal/exit-codes.js';

type SignIn = { url: string; token: string };
/** Without a token it is in the system's keyring. */
type Stored = { url: string; token?: string };
type Keyring = { getPassword(): string | null; setPassword(text: string): void; deletePassword(): boolean };

/** XDG Base Directory Specification 0.8 (https://specifications.freedesktop.org/basedir-spec, read 2026-11-28). */
function fileOfSignIns(): string {
  const base =
    process.env.XDG_CONFIG_HOME ??
    (process.platform === 'win32' && process.env.APPDATA) ??
    path.join(os.homedir(), '.config');
  return path.join(base || path.join(os.homedir(), '.config'), 'atelier', 'sign-ins.json');
}

export async function findSignIn(profile: string): Promise<SignIn | undefined> {
  const stored = (await readAll())[profile];
  if (!stored) return undefined;
  const token = stored.token ?? (await keyringOf(profile))?.getPassword();
  return token ? { url: stored.url, token } : undefined;
}

/** Keeps the token in the keyring where there is one. @returns where it is. */
export async function keepSignIn(profile: string, { url, token }: SignIn): Promise<string> {
  const keyring = await keyringOf(profile);
  let isInKeyring = false;
  try {
    keyring?.setPassword(token);
    isInKeyring = keyring?.getPassword() === token;
  } catch {
    // Locked or without a desktop: the file is used.
  }
  await writeAll({ ...(await readAll()), [profile]: isInKeyring ? { url } : { url, token } });
  return isInKeyring ? "the system's keyring" : fileOfSignIns();
}

/** @returns whether there was one. */
export async function forgetSignIn(profile: string): Promise<boolean> {
  const { [profile]: stored, ...others } = await readAll();
  if (!stored) return false;
  if (stored.token === undefined) (await keyringOf(profile))?.deletePassword();
  await writeAll(others);
  return true;
}

async function readAll(): Promise<Record<string, Stored>> {
  const file = fileOfSignIns();
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Record<string, Stored>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

async function writeAll(all: Record<string, Stored>): Promise<void> {
  const file = fileOfSignIns();
  if (Object.keys(all).length === 0) return rm(file, { force: true });
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(all, undefined, 2), { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, file);
}

/** An optional package, as it is compiled. On Linux only the Secret Service keeps a token over a restart. */
async function keyringOf(profile: string): Promise<Keyring | undefined> {
  try {
    const { Entry } = await import('@napi-rs/keyring');
    return new Entry('atelier', profile, { linux: { store: 'secret-service' } });
  } catch {
    return undefined;
  }
}
