import path from 'node:path';
import { connect } from '../account/connection.js';
import { usageError } from '../terminal/exit-codes.js';
import type { Shell } from '../terminal/shell.js';
import { given, readFields, readInput, secondsOf } from './inputs.js';
import { runTask, type TaskOptions, uploading } from './run-task.js';

/** Names of models are left to the service: its vendors have more than the documented ones. */
type VideoOptions = TaskOptions & {
  model: string;
  prompt?: string;
  duration?: string;
  resolution?: string;
  references?: true;
};

export async function video(shell: Shell, options: VideoOptions, pictures: string[]): Promise<void> {
  const { model, prompt, duration, resolution, references } = options;
  const atelier = await connect(shell);
  const request = {
    model: model as 'vq2-turbo',
    images: await Promise.all(pictures.map(readInput)),
    ...given({ prompt, duration: secondsOf(duration), resolution }),
    ...(await readFields(options.field)),
  };
  if (!references) return runTask(shell, atelier.makeVideoFromFrames(request, uploading(shell)), options);
  if (prompt === undefined) throw usageError('With --references, say what happens: --prompt.');
  await runTask(shell, atelier.makeVideoFromReferences({ ...request, prompt }, uploading(shell)), options);
}

type ExtendOptions = TaskOptions & { model: string; prompt?: string; duration?: string; creation?: string };

export async function extend(shell: Shell, options: ExtendOptions, source: string): Promise<void> {
  const { model, prompt, duration, creation } = options;
  const atelier = await connect(shell);
  const request = {
    model: model as 'vq2-turbo',
    video_url: await readInput(source),
    ...given({
      prompt,
      duration: secondsOf(duration),
      video_creation_id: creation ?? (path.parse(source).name || 'video'),
    }),
    ...(await readFields(options.field)),
  };
  await runTask(shell, atelier.extendVideo(request, uploading(shell)), options);
}
