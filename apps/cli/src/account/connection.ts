import { Atelier } from '@atelier/client';
import { usageError } from '../terminal/exit-codes.js';
import type { Shell } from '../terminal/shell.js';
import { findSignIn } from './sign-ins.js';

const LOCAL = 'http://localhost:3000';

export type Place = { url: string; token: string | undefined };

/**
 * The service to talk to. A kept token is sent to the address that it was kept for, and to no other; ATELIER_TOKEN
 * goes where the command line or ATELIER_URL says.
 */
export async function placeOf(shell: Shell): Promise<Place> {
  const { url, profile } = shell.options;
  const given = process.env.ATELIER_TOKEN || undefined;
  const kept = await findSignIn(profile);
  const address = checkedAddress(url || kept?.url || LOCAL);
  return { url: address, token: given ?? (kept?.url === address ? kept.token : undefined) };
}

/** Fewer attempts than a program makes: a person can try again. */
export async function connect(shell: Shell): Promise<Atelier> {
  return new Atelier({ ...(await placeOf(shell)), maxRetries: 2 });
}

/** @throws CommandError unless it is an address of a service. */
export function checkedAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '')
    throw usageError(`The address of the service must begin with http:// or https://: ${text}`);
  return url.href.replace(/[?#].*$/, '').replace(/\/+$/, '');
}
