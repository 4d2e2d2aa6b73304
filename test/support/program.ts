import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { until } from './until.js';

const RECORDER = path.join(import.meta.dirname, 'record-statements.mjs');
const ROOT = path.join(import.meta.dirname, '../..');

/** A compiled program in its own process, whose output a test reads; its environment holds only `settings`. */
export class Program {
  private said = '';
  private complained = '';
  private readonly ended: Promise<number | null>;

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.said += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.complained += text));
    this.ended = new Promise((resolve) => child.once('close', resolve));
  }

  /** Starts `apps/<app>`, from another version at `root`, on a free port of loopback. */
  static start(
    app: string,
    settings: Record<string, string>,
    parameters: string[] = [],
    root = ROOT,
  ): Program {
    const main = path.join(root, 'dist/apps', app, 'src/main.js');
    const child = spawn(process.execPath, ['--import', RECORDER, main, ...parameters], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        HOST: '127.0.0.1',
        PORT: '0',
        WORKER_PORT: '0',
        LOG_LEVEL: 'silent',
        ATELIER_TEST_STATEMENTS: process.env.ATELIER_TEST_STATEMENTS,
        ...settings,
      },
    });
    return new Program(child);
  }

  /** Standard output so far. */
  get output(): string {
    return this.said;
  }

  /** Standard error so far. */
  get errors(): string {
    return this.complained;
  }

  /** The first match in its output. */
  async untilSaid(pattern: RegExp): Promise<RegExpExecArray> {
    await until(() => {
      if (this.child.exitCode !== null) throw new Error(`It ended: ${this.complained}`);
      return pattern.test(this.said);
    });
    return pattern.exec(this.said) as RegExpExecArray;
  }

  /** Its exit status, once it has ended by itself. */
  async end(): Promise<number | null> {
    return this.ended;
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  /** Stops it with a signal. @returns its exit status. */
  async stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal);
    return this.ended;
  }
}
