import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Api } from './api.js';
import { Given } from './given.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const DATABASE = '../../../dist/libs/platform/database/src/index.js';
const START_MS = 60_000;
const READY = /"url":"([^"]+)".*"msg":"Atelier is ready"/;

/** The administrator's token of a service that was started with the usual settings. */
export const ADMIN_TOKEN = 'console-tests-0123456789abcdef';

/** The built service as a separate process, with an embedded database in a temporary folder. */
export class Service {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly lines: string[],
    /** Its address, such as `http://localhost:41234`. */
    readonly url: string,
    /** The file of its prices, which is its alone. */
    readonly priceTable: string,
  ) {}

  /** Starts it; `settings` win over the usual ones, and one that is undefined is left out. */
  static async start(settings: Record<string, string | undefined> = {}): Promise<Service> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-console-'));
    const priceTable = path.join(folder, 'prices.json');
    await copyFile(path.join(ROOT, 'config/prices.json'), priceTable);
    const watcher = path.join(import.meta.dirname, 'end-with-parent.mjs');
    const child = spawn(process.execPath, ['--import', watcher, 'dist/apps/api/src/main.js'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: folder,
        HOST: '127.0.0.1',
        PORT: '0',
        ADMIN_TOKEN,
        ALLOW_PRIVATE_NETWORKS: 'true',
        // Nothing is looked up outside.
        DNS_SERVERS: '127.0.0.1:9',
        PRICE_TABLE: priceTable,
        RATE_LIMIT: 'off',
        ...settings,
      },
    });
    const lines: string[] = [];
    try {
      const url = await listening(child, lines);
      return new Service(child, folder, lines, url, priceTable);
    } catch (error) {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** The API as its administrator, or with another token. */
  api(token: string = ADMIN_TOKEN): Api {
    return new Api(this.url, token);
  }

  get given(): Given {
    return new Given(this.api());
  }

  /** The address of its database. */
  async databaseUrl(): Promise<string> {
    const { reachEmbeddedPostgres } = await import(DATABASE);
    const dataDir = path.join(this.folder, 'postgres');
    return (await reachEmbeddedPostgres({ dataDir, database: 'atelier' })).url;
  }

  get output(): string {
    return this.lines.join('');
  }

  /** Ends it and removes what it stored. */
  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const exited = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await exited;
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Resolves to its address once it takes requests. */
function listening(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const failed = (reason: string) => () => reject(new Error(`The service ${reason}:\n${lines.join('')}`));
    const timer = setTimeout(failed('did not start in time'), START_MS);
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        lines.push(text);
        const url = READY.exec(text)?.[1];
        if (url === undefined) return;
        clearTimeout(timer);
        resolve(url);
      });
    child.once('exit', failed('ended'));
  });
}
