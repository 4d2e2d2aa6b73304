import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { type Asset, AssetsService } from '#libs/media/assets';
import { audioTypeOf, isTerminal, type Task, TasksService } from '#libs/media/work';
import { Unavailable } from '#libs/platform/errors';
import { sendChunk } from '#libs/platform/http';
import type { MusicEvent } from './music-event.js';
import { MusicLines } from './music-lines.js';
import { DEFAULT_AUDIO_TYPE } from './music-kinds.js';
import { NoMusicMade } from './music.errors.js';

/** Of several streams of a task, the one that is played. */
const FIRST_STREAM = 0;
const RETRY_LATER = { headers: { 'Retry-After': '10' } };

/** Sends the sound of music while it is made, as an `<audio>` element plays it. */
@Injectable()
export class MusicAudio {
  constructor(
    private readonly tasks: TasksService,
    private readonly assets: AssetsService,
    private readonly lines: MusicLines,
  ) {}

  /**
   * The finished file, or undefined while it is made.
   * @throws NoMusicMade when the task has ended without one.
   */
  async finishedFile(task: Task): Promise<Asset | undefined> {
    if (!isTerminal(task.status)) return undefined;
    const output = task.outputs.find(({ role }) => role === 'audio');
    const file = output && (await this.assets.find(output.assetId));
    if (!file) throw new NoMusicMade();
    return file;
  }

  /**
   * Sends the file from its first byte on, as it grows. The connection breaks when there is no more to come before the end.
   * @throws NoMusicMade when the task has ended without any sound; Unavailable when it may go on later.
   */
  async send(response: Response, task: Task, signal: AbortSignal): Promise<void> {
    for await (const line of this.lines.follow(task.id, -1, signal)) {
      const event = JSON.parse(line) as MusicEvent;
      if (event.type === 'complete' && response.headersSent) return void response.end();
      if (event.type === 'complete' || event.type === 'error') {
        if (!response.headersSent) throw await this.silence(task);
        break;
      }
      if (event.type !== 'audio_chunk' || event.stream_index !== FIRST_STREAM) continue;
      const bytes = Buffer.from(event.data, 'base64');
      if (!response.headersSent) await begin(response, bytes);
      if (response.req.method === 'HEAD') return void response.end();
      await sendChunk(response, bytes);
    }
    // An end without the last byte would look like a short piece.
    response.destroy();
  }

  private async silence({ id }: Task): Promise<Error> {
    const task = await this.tasks.find(id);
    if (!task || isTerminal(task.status)) return new NoMusicMade();
    return new Unavailable('The music does not go on at the moment. Come back later.', RETRY_LATER);
  }
}

async function begin(response: Response, firstBytes: Buffer): Promise<void> {
  response.status(200).set({
    'Content-Type': (await audioTypeOf(firstBytes)) ?? DEFAULT_AUDIO_TYPE,
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
}
