import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { engineProcesses } from '../../support/engine-processes.ts';

const PAUSE_MS = { least: 2_500, most: 6_000 };
const DATABASE_AWAY_MS = { least: 4_000, most: 9_000 };
/** No job may lose its process more often than its own rule allows, so a worker has time to get somewhere. */
const FAULTS = [
  'kill api',
  'kill worker',
  'kill worker',
  'end api',
  'end worker',
  'kill video child',
  'kill video child',
  'kill video child',
  'kill connection',
  'kill connection',
  'stop database',
  'kill database',
  'freeze worker',
];

/** Does harm, evenly over the kinds of it, until `isOver`. */
export class Faults {
  counts = {};
  slowestEndMs = 0;
  isOver = false;

  constructor({ random, apis, workers, database }) {
    Object.assign(this, { random, apis, workers, database });
  }

  async run() {
    for (const fault of this.random.rounds(FAULTS)) {
      await sleep(this.random.between(PAUSE_MS.least, PAUSE_MS.most));
      if (this.isOver) return;
      if (await this.#commit(fault)) this.counts[fault] = (this.counts[fault] ?? 0) + 1;
    }
  }

  async #commit(fault) {
    const member = this.random.pick(fault.endsWith('api') ? this.apis : this.workers);
    switch (fault) {
      case 'kill api':
      case 'kill worker':
        if (member.runs) member.kill();
        return true;
      case 'end api':
      case 'end worker':
        this.slowestEndMs = Math.max(this.slowestEndMs, await member.terminate());
        return true;
      case 'freeze worker':
        return this.#freeze(member);
      case 'kill video child':
        return this.#killVideoChild();
      case 'kill connection':
        return this.#killConnection();
      case 'stop database':
        return this.#withoutDatabase(() => this.database.stop());
      default:
        return this.#withoutDatabase(() => this.database.kill());
    }
  }

  async #freeze(member) {
    const { pid } = member;
    if (!member.runs) return false;
    process.kill(pid, 'SIGSTOP');
    await sleep(this.random.between(1_000, 8_000));
    if (member.pid === pid && member.runs) process.kill(pid, 'SIGCONT');
    return true;
  }

  async #killVideoChild() {
    const pids = [...this.apis, ...this.workers].filter(({ runs }) => runs).map(({ pid }) => pid);
    const [child] = engineProcesses('video', pids);
    if (child !== undefined) process.kill(child, 'SIGKILL');
    return child !== undefined;
  }

  async #killConnection() {
    const client = new pg.Client({ connectionString: this.database.url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name like 'atelier%' and pid <> pg_backend_pid() order by random() limit 3`,
      );
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async #withoutDatabase(begin) {
    await begin();
    await sleep(this.random.between(DATABASE_AWAY_MS.least, DATABASE_AWAY_MS.most));
    await this.database.start();
    return true;
  }
}
