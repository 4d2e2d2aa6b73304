import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '../../support/engine-processes.ts';
import { filesBelow } from './checks.mjs';

const RESTART_AFTER_MS = 500;
/** A process that ends so often when it is waited for will never be ready. */
const STARTS_MAX = 10;
/** How long a process may take to end: its grace and some more. */
const TERM_PATIENCE_MS = 60_000;
/** The sweep treats folders as abandoned after a quarter of an hour; a trial does not wait for it. */
const AGED_MS = 20 * 60_000;

/** A process of the service that is started again whenever it ends, as a supervisor would. */
export class Member {
  starts = 0;
  /** When the process ended by itself, and what it wrote to its standard error before. */
  deaths = [];
  #child;
  #isOver = false;
  #expected = false;

  constructor(name, program, port, env, { parameters = [], readyPath = '/health/ready' } = {}) {
    Object.assign(this, { name, program, port, env, parameters, readyPath, url: `http://127.0.0.1:${port}` });
  }

  start() {
    if (this.#isOver) return;
    this.starts += 1;
    this.#expected = false;
    const child = spawn(process.execPath, ['--enable-source-maps', this.program, ...this.parameters], {
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', ...this.env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (words = (words + text).slice(-2_000)));
    child.once('exit', (code, signal) => {
      if (!this.#expected)
        this.deaths.push({ at: Date.now(), words: `${this.name} ended with ${signal ?? code}: ${words}` });
      setTimeout(() => this.start(), RESTART_AFTER_MS);
    });
    this.#child = child;
  }

  get pid() {
    return this.#child?.pid;
  }

  get runs() {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  kill() {
    this.#expected = true;
    this.#child.kill('SIGKILL');
  }

  /** Resolves with the milliseconds it took; throws when it does not end. */
  async terminate() {
    this.#expected = true;
    const since = Date.now();
    const child = this.#child;
    if (!this.runs) return 0;
    child.kill('SIGTERM');
    await Promise.race([once(child, 'exit'), sleep(TERM_PATIENCE_MS, undefined, { ref: false })]);
    if (child.exitCode === null && child.signalCode === null) throw new Error(`${this.name} ignores SIGTERM`);
    return Date.now() - since;
  }

  async isReady() {
    if (!this.runs) return false;
    const reply = await fetch(this.url + this.readyPath, { signal: AbortSignal.timeout(3_000) }).catch(
      () => undefined,
    );
    return reply?.status === 200;
  }

  /** @throws Error when it keeps ending instead. */
  async untilReady() {
    const before = this.deaths.length;
    while (!(await this.isReady())) {
      if (this.deaths.length > before + STARTS_MAX) throw new Error(this.deaths.at(-1).words);
      await sleep(200);
    }
  }

  async end() {
    this.#isOver = true;
    if (this.runs) await this.terminate().catch(() => this.kill());
  }
}

/** A separate PostgreSQL that can be stopped, killed and started again at the same address. */
export class Database {
  /** When it was away: pairs of times, the last one open while it is. */
  outages = [];
  #server;

  constructor(folder, startEmbeddedPostgres) {
    Object.assign(this, { folder, startEmbeddedPostgres });
  }

  async start() {
    this.#server = await this.startEmbeddedPostgres({
      dataDir: this.folder,
      database: 'atelier',
      settings: { fsync: 'off', max_connections: '200', shared_buffers: '128MB' },
    });
    const open = this.outages.at(-1);
    if (open && open.until === undefined) open.until = Date.now();
    this.url ??= this.#server.url;
    if (this.url !== this.#server.url) throw new Error('The database has moved');
  }

  async stop() {
    this.outages.push({ from: Date.now() });
    await this.#server.stop();
  }

  /** As a crash of the machine's memory manager would. */
  async kill() {
    this.outages.push({ from: Date.now() });
    const pid = this.#postmaster();
    process.kill(pid, 'SIGKILL');
    await this.#server.stop().catch(() => undefined);
  }

  /** Stops and continues every process of it, so that nothing answers and no connection breaks. */
  signal(name) {
    const postmaster = this.#postmaster();
    for (const pid of [postmaster, ...childrenOf(postmaster)]) {
      try {
        process.kill(pid, name);
      } catch {
        // It ended meanwhile.
      }
    }
  }

  async end() {
    await this.#server.stop();
  }

  #postmaster() {
    const file = [
      path.join(this.folder, 'postmaster.pid'),
      path.join(this.folder, 'data', 'postmaster.pid'),
    ].find((name) => fs.existsSync(name));
    return Number(fs.readFileSync(file, 'utf8').split('\n')[0]);
  }
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Starts two API processes and two workers at the four ports, and adds them to `members`. */
export async function startPrograms({ root, ports, env, members }) {
  const program = (name) => path.join(root, `dist/apps/${name}/src/main.js`);
  const api = (port, index) =>
    new Member(`api ${index + 1}`, program('api'), port, { ...env, PORT: String(port), RUN_JOBS: 'false' });
  const worker = (port, index) =>
    new Member(`worker ${index + 1}`, program('worker'), port, { ...env, WORKER_PORT: String(port) });
  const apis = ports.slice(0, 2).map(api);
  const workers = ports.slice(2).map(worker);
  // One after the other: the first one brings the database up to date.
  for (const member of [...apis, ...workers]) {
    members.push(member);
    member.start();
    await member.untilReady();
  }
  return [apis, workers];
}

/** Folders of killed processes look as old as the sweep wants them; it runs at the start of a process. */
export async function sweepFolders(dataDir, worker) {
  const then = new Date(Date.now() - AGED_MS);
  const left = ['scratch', 'files/.incoming'];
  for (const parent of left.map((name) => path.join(dataDir, name))) {
    if (!fs.existsSync(parent)) continue;
    for (const name of fs.readdirSync(parent)) fs.utimesSync(path.join(parent, name), then, then);
  }
  await worker.terminate();
  await sleep(1_000);
  await worker.untilReady();
  for (let times = 0; times < 50 && filesBelow(dataDir, left).length > 0; times += 1) await sleep(100);
}
