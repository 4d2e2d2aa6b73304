import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { type Colour, waves } from '../../../packages/engines/src/video/__fixtures__/test-media.js';
import type { ApiClient, Reply } from '../../support/test-app.js';

/** The smallest and fastest video there is: 1 s at 360p. */
export const SMALL = { model: 'vq2-turbo', duration: 1, resolution: '360p' } as const;

const SIZE = 160;

/** A PNG of coloured waves, different for each tune, as bytes. */
export async function picture(tune: number): Promise<Buffer> {
  const colourAt: (u: number, v: number) => Colour = waves(tune);
  const rgb = Buffer.alloc(SIZE * SIZE * 3);
  for (let row = 0; row < SIZE; row += 1)
    for (let column = 0; column < SIZE; column += 1)
      rgb.set(colourAt(column / SIZE, row / SIZE), (row * SIZE + column) * 3);
  return sharp(rgb, { raw: { width: SIZE, height: SIZE, channels: 3 } })
    .png()
    .toBuffer();
}

export async function image(tune: number): Promise<string> {
  return (await picture(tune)).toString('base64');
}

/** The creations of a task once it has ended. */
export async function ended(api: ApiClient, taskId: string, timeoutMs = 30_000): Promise<Reply> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const reply = await api.get(`/proxy/vidprov/tasks/${taskId}/creations`);
    if (reply.status !== 200 || ['success', 'failed'].includes(reply.body.state)) return reply;
    if (Date.now() > deadline) throw new Error(`The task is still ${reply.body.state}`);
    await sleep(50);
  }
}

/** Waits until the task has reached the state, or has ended. */
export async function reaches(api: ApiClient, taskId: string, state: string): Promise<Reply> {
  for (;;) {
    const reply = await api.get(`/proxy/vidprov/tasks/${taskId}/creations`);
    if (reply.status !== 200 || [state, 'success', 'failed'].includes(reply.body.state)) return reply;
    await sleep(20);
  }
}
