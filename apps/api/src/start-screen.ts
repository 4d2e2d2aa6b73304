import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { AssetsService } from '#libs/assets';
import { PublicAddress } from '#libs/platform/http';
import { UsersSettings } from '#libs/users';

const SAMPLE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
const SAMPLE = path.join(import.meta.dirname, '../assets/sample.jpg');

/**
 * What an operator reads when the service is ready: where it is, the token if one was just made, and two commands that
 * relight a picture by copy and paste.
 * @param token The token of the first admin, shown this once.
 */
export async function startScreen(app: INestApplicationContext, token: string | undefined): Promise<string> {
  const { url } = app.get(PublicAddress);
  const expiresAt = new Date(Date.now() + SAMPLE_DAYS * DAY_MS);
  const assets = app.get(AssetsService, { strict: false });
  const sample = await assets.store({
    content: await readFile(SAMPLE),
    contentType: 'image/jpeg',
    purpose: 'upload',
    expiresAt,
  });
  const image = assets.link(sample, expiresAt);
  const known = app.get(UsersSettings).adminToken
    ? 'the value of ADMIN_TOKEN'
    : 'the one that the first start printed';
  return `
  Atelier is ready     ${url}
  Documentation        ${url}/docs
  Admin token          ${token === undefined ? known : `${token}   (shown only now: keep it)`}

  Relight a picture; paste this:

    TOKEN=${token ?? '<your token>'}
    curl -s ${url}/proxy/imgprov/v1/ai/image-relight -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
      -d '{"image":"${image}","prompt":"(sunset:1.3) from the left"}'

  and a second later open the link that this prints in a browser:

    curl -s "${url}/tasks?limit=1" -H "Authorization: Bearer $TOKEN" | grep -o 'http[^"]*/assets/[^"]*'
`;
}
