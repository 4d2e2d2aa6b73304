import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = path.join(import.meta.dirname, '../simulator/main.mjs');

export type BookEntry = {
  order_id: string;
  reference: string | null;
  kind: string;
  status: string;
  credits: number;
};

/** The answer to a change of the faults. */
type FaultsReply = { status: number; message?: string; met: Record<string, number> };

/** `npm run simulate` as a process of a test, on a free port of loopback. */
export class Simulator {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** Starts it with flags such as `--idempotent`. */
  static async start(...flags: string[]): Promise<Simulator> {
    const child = spawn(process.execPath, [MAIN, '--port', '0', ...flags], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      const [, url] = /listens at (\S+)/.exec(line) ?? [];
      if (url !== undefined) return new Simulator(child, url);
    }
    throw new Error('The simulator ended');
  }

  async book(): Promise<BookEntry[]> {
    return (await this.wholeBook()).orders;
  }

  /** What callers did that the contract of a strict fake does not allow. */
  async problems(): Promise<string[]> {
    return (await this.wholeBook()).problems;
  }

  /** Changes the faults; absent ones are not changed. `met` counts how often each occurred. */
  async faults(changes: object): Promise<FaultsReply> {
    const reply = await fetch(`${this.url}/faults`, { method: 'POST', body: JSON.stringify(changes) });
    return { ...((await reply.json()) as Omit<FaultsReply, 'status'>), status: reply.status };
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  /** Kills it without a chance to clean up. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  private async wholeBook(): Promise<{ orders: BookEntry[]; problems: string[] }> {
    return (await (await fetch(`${this.url}/book`)).json()) as { orders: BookEntry[]; problems: string[] };
  }

  private async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.child.kill(signal);
    await once(this.child, 'exit');
  }
}
