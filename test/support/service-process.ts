import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './loopback-server.js';
import { ApiClient, type TestApp } from './test-app.js';

const MAIN = path.join(import.meta.dirname, '../../dist/apps/api/src/main.js');

/** Of the administrator of a service beside an app. */
export const ADMIN_TOKEN = 'crash-trial-token-0123456789abcdef';

const GIVE_UP_MS = 60_000;
/** Longer than the service waits for its database before it says that it is not ready. */
const PATIENCE_MS = 10_000;

/** The built service as a separate process, for a test that kills it. It keeps its address over restarts. */
export class ServiceProcess {
  private child: ChildProcess | undefined;

  private constructor(
    readonly api: ApiClient,
    private readonly settings: Record<string, string>,
  ) {}

  /** A service that does not run yet, at an address that is free. `settings` hold at least DATABASE_URL and DATA_DIR. */
  static async at(settings: Record<string, string>, token?: string): Promise<ServiceProcess> {
    return new ServiceProcess(new ApiClient(`http://127.0.0.1:${await freePort()}`, token), settings);
  }

  /** A service that shares the database and the files of `app`, and whose administrator its client is. */
  static beside(app: TestApp, settings: Record<string, string> = {}): Promise<ServiceProcess> {
    const shared = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, ADMIN_TOKEN };
    return ServiceProcess.at({ ...shared, ...settings }, ADMIN_TOKEN);
  }

  /**
   * Starts it; resolves when it takes requests.
   * @throws Error with what it said on its standard error when it ends instead, or takes longer than any start should.
   */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [MAIN], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        HOST: '127.0.0.1',
        PORT: new URL(this.api.baseUrl).port,
        ALLOW_PRIVATE_NETWORKS: 'true',
        // Nothing is looked up outside.
        DNS_SERVERS: '127.0.0.1:9',
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'silent',
        ...this.settings,
      },
    });
    this.child = child;
    let errors = '';
    const closed = once(child, 'close');
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const deadline = Date.now() + GIVE_UP_MS;
    while (!(await this.isReady())) {
      if (child.exitCode !== null || Date.now() > deadline) {
        child.kill('SIGKILL');
        await closed;
        throw new Error(`The service did not start:\n${errors}`);
      }
      await sleep(100);
    }
  }

  /** Ends it without a chance to tidy up; nothing happens when it does not run. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Asks it to end, and returns its exit status. */
  async stop(): Promise<number | null> {
    const { child } = this;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = (await exited) as [number | null];
    return code;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** The most memory that it has had at one time since its start. */
  async peakMegabytes(): Promise<number> {
    const status = await readFile(`/proc/${this.pid}/status`, 'utf8');
    return Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1]) / 1024;
  }

  signal(name: NodeJS.Signals): void {
    this.child?.kill(name);
  }

  private async isReady(): Promise<boolean> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return fetch(new URL('/health/ready', this.api.baseUrl), { signal }).then(
      async ({ ok, body }) => {
        await body?.cancel();
        return ok;
      },
      () => false,
    );
  }
}
