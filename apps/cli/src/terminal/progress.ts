import { SingleBar } from 'cli-progress';
import type { Shell } from './shell.js';

/** A bar on standard error while something goes on, for a person who watches; nothing otherwise. */
export class Progress {
  private readonly bar: SingleBar | undefined;

  constructor(shell: Shell, title: string, total = 100) {
    if (!shell.isInteractive) return;
    this.bar = new SingleBar({
      stream: process.stderr,
      format: `${title} {bar} {percentage} % {detail}`,
      barCompleteChar: '━',
      barIncompleteChar: ' ',
      clearOnComplete: true,
      hideCursor: true,
      gracefulExit: false,
    });
    this.bar.start(Math.max(1, total), 0, { detail: '' });
  }

  at(value: number, detail = ''): void {
    this.bar?.update(value, { detail });
  }

  end(): void {
    this.bar?.stop();
  }
}
