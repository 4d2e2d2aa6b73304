import { text } from 'node:stream/consumers';
import { Atelier } from '@atelier/client';
import { getCurrentUser } from '@atelier/client/api';
import { CommandError, EXIT, usageError } from '../terminal/exit-codes.js';
import { plain, type Shell } from '../terminal/shell.js';
import { checkedAddress, placeOf } from './connection.js';
import { forgetSignIn, keepSignIn } from './sign-ins.js';

const CANCELED = 'Nothing was changed.';

export async function login(shell: Shell, { tokenStdin }: { tokenStdin?: true }): Promise<void> {
  const { url: address = shell.isInteractive ? await askAddress() : 'http://localhost:3000', profile } =
    shell.options;
  const url = checkedAddress(address);
  const token = tokenStdin ? (await text(process.stdin)).trim() : await askToken(shell);
  if (!/^[\x21-\x7e]{1,4096}$/.test(token)) throw usageError('A token is one word without spaces.');
  if (url.startsWith('http:') && !/^(localhost|127\.|\[::1\])/.test(new URL(url).hostname))
    shell.note('The address is not encrypted: others on the way can read the token. Use https.');
  const user = await ownerOf({ url, token });
  const where = await keepSignIn(profile, { url, token });
  shell.result(
    { url, user, profile, kept_in: where },
    () => `Signed in at ${url} as ${plain(user.name)}. The token is in ${where}.`,
  );
}

export async function logout(shell: Shell): Promise<void> {
  const { profile } = shell.options;
  const wasSignedIn = await forgetSignIn(profile);
  shell.result({ profile, was_signed_in: wasSignedIn }, () =>
    wasSignedIn
      ? 'Signed out here. The token itself stays valid until it is revoked.'
      : 'You were not signed in.',
  );
}

export async function whoami(shell: Shell): Promise<void> {
  const place = await placeOf(shell);
  if (place.token === undefined)
    throw new CommandError(`Not signed in at ${place.url}.`, EXIT.notAllowed, 'unauthorized');
  const user = await ownerOf(place);
  const rights = user.isAdmin ? ', an admin' : '';
  shell.result({ url: place.url, ...user }, () => `${plain(user.name)}${rights}, at ${place.url}`);
}

async function ownerOf(place: { url: string; token: string | undefined }) {
  return new Atelier(place).call(getCurrentUser, {});
}

async function askAddress(): Promise<string> {
  const { isCancel, text: ask } = await import('@clack/prompts');
  const said = await ask({
    message: 'Address of the service',
    initialValue: 'http://localhost:3000',
    output: process.stderr,
  });
  if (isCancel(said)) throw new CommandError(CANCELED, EXIT.interrupted, 'interrupted');
  return said;
}

async function askToken(shell: Shell): Promise<string> {
  if (!shell.isInteractive)
    throw usageError(
      'Nobody is here to ask. Send the token by standard input: atelier login --token-stdin < token.txt',
    );
  const { isCancel, password } = await import('@clack/prompts');
  const said = await password({ message: 'Token', output: process.stderr });
  if (isCancel(said)) throw new CommandError(CANCELED, EXIT.interrupted, 'interrupted');
  return said.trim();
}
