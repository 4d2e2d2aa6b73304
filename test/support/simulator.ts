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

/** What a change of the faults is answered. */
type FaultsReply = { status: number; message?: string; met: Record<string, number> };

/** `npm run simulate` as a process of a test, at a free port of loopback. */
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

  /** What was ordered, the first order first. */
  async book(): Promise<BookEntry[]> {
    const { orders } = (await (await fetch(`${this.url}/book`)).json()) as { orders: BookEntry[] };
    return orders;
  }

  /** Changes what goes wrong; what is not named stays as it is. `met` says how often each came true. */
  async faults(changes: object): Promise<FaultsReply> {
    const reply = await fetch(`${this.url}/faults`, { method: 'POST', body: JSON.stringify(changes) });
    return { ...((await reply.json()) as Omit<FaultsReply, 'status'>), status: reply.status };
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  /** Ends it without a chance to tidy up. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  private async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.child.kill(signal);
    await once(this.child, 'exit');
  }
}
