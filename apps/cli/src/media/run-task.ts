import type { TaskHandle } from '@atelier/client';
import { untilInterrupted } from '../terminal/interruption.js';
import { Progress } from '../terminal/progress.js';
import type { Shell } from '../terminal/shell.js';
import { saveOutputs } from './outputs.js';

export type TaskOptions = { output?: string; field?: string[]; wait: boolean; cancelOnInterrupt?: true };

/** Shows how far a file is that is uploaded before its task starts. */
export function uploading(shell: Shell): { onUploadProgress: (sent: number, total: number) => void } {
  let progress: Progress | undefined;
  return {
    onUploadProgress(sent, total) {
      progress ??= new Progress(shell, 'Uploading', total);
      progress.at(sent);
      if (sent >= total) progress.end();
    },
  };
}

/** Submits a task, waits for it with a bar, and saves what it made. */
export async function runTask(
  shell: Shell,
  submitted: PromiseLike<TaskHandle>,
  { output, wait, cancelOnInterrupt }: TaskOptions,
): Promise<void> {
  if (wait) return collect(shell, submitted, output, cancelOnInterrupt);
  const { id } = await submitted;
  shell.result({ id }, () => id);
}

/** Ctrl-C while the task is submitted waits for its id, to say what goes on; the next one ends the process. */
export async function collect(
  shell: Shell,
  submitted: PromiseLike<TaskHandle> | TaskHandle,
  output: string | undefined,
  cancelOnInterrupt?: true,
): Promise<void> {
  const progress = new Progress(shell, 'Working');
  let task: TaskHandle | undefined;
  try {
    await untilInterrupted(
      async (signal) => {
        task = await submitted;
        signal.throwIfAborted();
        const ended = await task.wait({
          signal,
          onProgress: ({ progress: percent, status }) => progress.at(percent, status),
        });
        progress.end();
        const files = await saveOutputs(shell, ended, output, signal);
        shell.result({ task: ended, files }, () => files);
      },
      async () => {
        progress.end();
        if (!task) return 'Interrupted.';
        if (!cancelOnInterrupt)
          return `Interrupted. The task goes on: atelier tasks wait ${task.id}, or atelier tasks cancel ${task.id}`;
        await task.cancel();
        return `The task ${task.id} was canceled.`;
      },
    );
  } finally {
    progress.end();
  }
}
