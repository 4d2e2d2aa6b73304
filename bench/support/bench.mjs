import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import autocannon from 'autocannon';
import { startService } from './service.mjs';

/** The tools of a row. Everything started for a row ends with it. */
export class Bench {
  #stops = [];
  #warm = new Set();
  #shared;

  /** @param options `seconds` of one measurement, `connections`, and `minutes` of a long load. */
  constructor(options) {
    this.options = options;
  }

  /** A separate service for the row, on a fresh folder. */
  async startService(settings, how) {
    const service = await startService(settings, how);
    this.onEnd(() => service.stop());
    return service;
  }

  /** One service for all rows in a row that want the same settings. Leave no tasks waiting behind. */
  async sharedService(settings = {}) {
    if (!isDeepStrictEqual(this.#shared?.settings, settings)) {
      await this.#stopShared();
      this.#shared = { settings, service: await startService(settings) };
    }
    return this.#shared.service;
  }

  /** Runs bench/peers/<name>.mjs, which sends its port when it listens. */
  async startPeer(name, ...parameters) {
    const file = fileURLToPath(new URL(`../peers/${name}.mjs`, import.meta.url));
    const child = fork(file, parameters.map(String), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.onEnd(() => child.kill());
    const port = await new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`The peer ${name} ended with ${code}`)));
    });
    return { port, url: `http://127.0.0.1:${port}`, child };
  }

  /**
   * Requests per second over all connections. `request` is what autocannon takes, and `status`, the only one that the
   * replies may have (200). The first load of a URL is preceded by one that does not count.
   */
  async rate(url, { status = 200, ...request } = {}) {
    const load = (duration) =>
      autocannon({ url, connections: this.options.connections, duration, ...request });
    const key = `${request.method ?? 'GET'} ${url}`;
    if (!this.#warm.has(key)) await load(2);
    this.#warm.add(key);
    const { requests, statusCodeStats, errors } = await load(this.options.seconds);
    const others = Object.keys(statusCodeStats).filter((code) => Number(code) !== status);
    if (others.length > 0 || errors > 0)
      throw new Error(`${key} answered ${others.join(', ')}; ${errors} connections failed`);
    return requests.average;
  }

  /** Something to end with the row. */
  onEnd(stop) {
    this.#stops.push(stop);
  }

  /** Ends what the row started, the last first, and after a failure the shared service, too. */
  async endRow({ failed = false } = {}) {
    for (const stop of this.#stops.splice(0).reverse()) await stop();
    if (failed) await this.#stopShared();
  }

  async close() {
    await this.endRow();
    await this.#stopShared();
  }

  async #stopShared() {
    const shared = this.#shared;
    this.#shared = undefined;
    await shared?.service.stop();
  }
}
