import { stat } from 'node:fs/promises';

/** A change is read when two checks in a row see it, so that no half-written file is read. */
const LOOK_EVERY_MS = 500;

type Followed = {
  /** The paths of the files, asked for at each check. */
  paths(): Iterable<string>;
  /** Reads them. @returns False to be called again at the next check. */
  read(): Promise<boolean>;
};

/** Has files read again when one of them changes, is added or removed, or when a symbolic link leads elsewhere. */
export class FollowedFiles {
  private timer: NodeJS.Timeout | undefined;
  /** State of the files at the last check, and when they were last read. */
  private seen: string | undefined;
  private read: string | undefined;

  constructor(private readonly followed: Followed) {}

  /** The files may have changed between their first reading and now, so they are read once more. */
  async start(): Promise<void> {
    this.seen = await this.state();
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    const state = await this.state();
    const isSettled = state === this.seen;
    this.seen = state;
    if (!isSettled || state === this.read) return;
    this.read = state;
    if (!(await this.followed.read())) this.read = undefined;
  }

  private async state(): Promise<string> {
    return (await Promise.all([...this.followed.paths()].map(stateOf))).join();
  }
}

/** Differs after any change of the file, also when a symbolic link changes. */
async function stateOf(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found ? `${found.dev}:${found.ino}:${found.size}:${found.mtimeNs}` : 'absent';
}
