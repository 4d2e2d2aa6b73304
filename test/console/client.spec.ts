import { readFile } from 'node:fs/promises';
import { bundled } from '../../scripts/build-client.mjs';
import { expect, test } from './fixtures.js';

/** Of a page of its own; bundling fails for what only Node.js has. */
const PROGRAM = `
import { Atelier } from '@atelier/client';
import '@atelier/client/api';
import '@atelier/client/webhooks';
import '@atelier/client/ai-sdk';

globalThis.relight = async (url, token) => {
  const atelier = new Atelier({ url, token });
  const room = await (await fetch(url + '/samples/room.jpg')).blob();
  const image = new Blob([room, new Uint8Array(3_000_000)], { type: 'image/jpeg' });
  const sent = [];
  const onUploadProgress = (sentBytes, totalBytes) => sent.push(sentBytes / totalBytes);
  const task = await atelier.relight({ image, prompt: 'sunset' }, { onUploadProgress }).wait();
  const picture = await atelier.download(task);
  let heard = 0;
  const music = atelier.makeMusicFromText({ prompt: 'calm piano', duration: 5 });
  for await (const part of music.audio()) heard += part.length;
  const [{ bytes }] = (await music.wait()).outputs;
  return { status: task.status, isWhole: picture.length === task.outputs[0].bytes, last: sent.at(-1), isHeard: heard === bytes };
};
`;
const WORKER = `
onmessage = ({ data }) => relight(...data).then(postMessage, (error) => postMessage(String(error)));`;
const EXPECTED = { status: 'succeeded', isWhole: true, last: 1, isHeard: true };

type Relight = (url: string, token: string) => Promise<unknown>;

test('A page relights a picture and plays music with the client, also in a worker', async ({
  page,
  service,
  given,
}) => {
  const { token } = await given.person();
  const script = await readFile(await bundled(PROGRAM), 'utf8');
  expect(script).not.toContain('node:');
  await page.route('**/client.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await page.goto('/client.html');
  await page.addScriptTag({ content: script, type: 'module' });
  await page.waitForFunction(() => 'relight' in globalThis);
  const call = [service.url, token] as const;
  const inPage = page.evaluate(
    ([url, token]) => (globalThis as { relight?: Relight }).relight?.(url, token),
    call,
  );
  expect(await inPage).toEqual(EXPECTED);
  const inWorker = page.evaluate(
    ([code, message]) => {
      const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })), {
        type: 'module',
      });
      worker.postMessage(message);
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message: problem }) => reject(new Error(problem));
      });
    },
    [script + WORKER, call] as const,
  );
  expect(await inWorker).toEqual(EXPECTED);
});
