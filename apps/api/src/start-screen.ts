import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { Environment } from '#libs/platform/config';
import { MediaProviders } from '#libs/media/providers';
import { PublicAddress } from '#libs/platform/http';
import { StorageSettings } from '#libs/platform/storage';
import { type FirstStart, signInLink, UsersSettings } from '#libs/accounts/users';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** What is printed once the service is ready: structured fields with a text, and a screen for people. */
type StartScreen = [fields: object, text: string, screen: string];

/**
 * The operator's screen when the service is ready: its address, at the first start how to sign in, and two commands
 * that relight a picture by copy and paste.
 * @param first Known only at the first start.
 * @param values The settings of the process.
 */
export function startScreen(
  app: INestApplicationContext,
  { token, code }: FirstStart,
  values: NodeJS.ProcessEnv,
): StartScreen {
  const { url } = app.get(PublicAddress);
  const command = tokenCommand(values);
  const known = app.get(UsersSettings).adminToken
    ? 'the value of ADMIN_TOKEN'
    : 'the one printed at the first start';
  const hint = `${known}; npm run token makes another`;
  const shown = token === undefined ? hint : `${token}   (shown only now; npm run token makes another)`;
  const console = code === undefined ? `${url}/console` : signInLink(url, code);
  const canRelight = app.get(MediaProviders).current('image-relight') !== undefined;
  const source = canRelight ? (token ?? (command && `$(${command})`)) : undefined;
  const screen = `
  Atelier is ready     ${url}
  Console              ${console}${code === undefined ? '' : '   (signs in once, within 24 hours)'}
  Guide                ${url}/guide
  API                  ${url}/docs
  Admin token          ${shown}
${source === undefined ? '' : trial(url, source)}`;
  const fields = {
    url,
    console: `${url}/console`,
    guide: `${url}/guide`,
    docs: `${url}/docs`,
    ...(token ? { token } : { hint }),
  };
  return [{ ...fields, ...(code ? { sign_in: console } : {}) }, 'Atelier is ready', screen];
}

function trial(url: string, token: string): string {
  return `
  Relight a picture; paste this:

    TOKEN=${token}
    curl -s ${url}/proxy/imgprov/v1/ai/image-relight -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
      -d '{"image":"${url}/samples/room.jpg","prompt":"(sunset:1.3) from the left"}'

  and a second later open the link that this prints in a browser:

    curl -s "${url}/tasks?limit=1" -H "Authorization: Bearer $TOKEN" | grep -o 'http[^"]*/assets/[^"]*'
`;
}

/**
 * The command that prints a token of this service in any terminal, preceded by a setting that `.env` does not hold.
 * Undefined if that setting is the address of a database, which contains a password.
 */
function tokenCommand(values: NodeJS.ProcessEnv): string | undefined {
  const file = path.join(ROOT, '.env');
  const kept = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  if ((values.DATABASE_URL ?? '') !== (kept.DATABASE_URL ?? '')) return undefined;
  const [folder, keptFolder] = [values, kept].map((env) => new StorageSettings(new Environment(env)).dataDir);
  const dataDir = path.resolve(folder ?? '');
  const setting = dataDir === path.resolve(ROOT, keptFolder ?? '') ? '' : `DATA_DIR=${quoted(dataDir)} `;
  return `${setting}npm --prefix ${quoted(ROOT)} run -s token`;
}

function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
