import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { until } from './until.js';

const RECORDER = path.join(import.meta.dirname, 'record-statements.mjs');
const ROOT = path.join(import.meta.dirname, '../..');

/** A compiled program as a separate process whose output a test reads; its environment is only `settings`. */
export class Program {
  private said = '';
  private complained = '';
  private readonly ended: Promise<number | null>;

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.said += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.complained += text));
    this.ended = new Promise((resolve) => child.once('close', resolve));
  }

  /** Starts `apps/<app>`, of another version where `root` says so, listening on a free port of loopback. */
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

  get output(): string {
    return this.said;
  }

  get errors(): string {
    return this.complained;
  }

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

  /** Ends it at once, whatever it does. */
  kill(): void {
    this.child.kill('SIGKILL');
  }

  /** Asks it to stop and waits; its exit status. */
  async stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal);
    return this.ended;
  }
}
