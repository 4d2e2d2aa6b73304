import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { engineProcesses } from '../../support/engine-processes.ts';

const PAUSE_MS = { least: 1_500, most: 4_500 };
const DATABASE_AWAY_MS = { least: 2_000, most: 5_000 };
const CUT_MS = { least: 1_000, most: 6_000 };
const STORM_SECONDS = 3;
const VIDEO_CHILD_MS = 15_000;
const ROUND = [
  'kill api',
  'kill api',
  'kill worker',
  'kill worker',
  'kill worker',
  'end api',
  'end worker',
  'kill simulator',
  'kill simulator',
  'kill video child',
  'kill database',
  'stop database',
  'pause database',
  'break connections',
  'freeze worker',
  'cut vendors',
  'cut receiver',
  'storm of 429',
  'storm of 503',
  'limit of a key',
];

/** Does harm, evenly over the kinds of it, until `isOver`; `counts` says how often each was done. */
export class Harm {
  counts = {};
  slowestEndMs = 0;
  isOver = false;

  constructor({ random, apis, workers, vendors, database, receiverLink }) {
    Object.assign(this, { random, apis, workers, vendors, database, receiverLink });
  }

  /** Processes that were killed with SIGKILL so far. */
  get kills() {
    return Object.entries(this.counts).reduce((sum, [name, n]) => sum + (name.startsWith('kill') ? n : 0), 0);
  }

  async run() {
    for (const name of this.random.rounds(ROUND)) {
      await this.#sleep(PAUSE_MS);
      if (this.isOver) return;
      if (await this.#do(name)) this.counts[name] = (this.counts[name] ?? 0) + 1;
    }
  }

  #sleep({ least, most }) {
    return sleep(this.random.between(least, most));
  }

  async #do(name) {
    switch (name) {
      case 'kill api':
        return kill(this.random.pick(this.apis));
      case 'kill worker':
        return kill(this.random.pick(this.workers));
      case 'end api':
        return this.#end(this.random.pick(this.apis));
      case 'end worker':
        return this.#end(this.random.pick(this.workers));
      case 'kill simulator':
        return kill(this.random.pick(this.vendors).member);
      case 'kill video child':
        return this.#killVideoChild();
      case 'kill database':
        return this.#withoutDatabase(() => this.database.kill());
      case 'stop database':
        return this.#withoutDatabase(() => this.database.stop());
      case 'break connections':
        return breakConnections(this.database.url);
      case 'pause database':
        return this.#pauseDatabase();
      case 'freeze worker':
        return this.#freeze(this.random.pick(this.workers));
      case 'cut vendors':
        return this.#cut(this.vendors.map(({ link }) => link));
      case 'cut receiver':
        return this.#cut([this.receiverLink]);
      case 'limit of a key':
        return this.#limitKey();
      default:
        return this.#storm(Number(name.slice(-3)));
    }
  }

  async #killVideoChild() {
    for (const until = Date.now() + VIDEO_CHILD_MS; Date.now() < until; await sleep(50)) {
      const pids = [...this.apis, ...this.workers].filter(({ runs }) => runs).map(({ pid }) => pid);
      const [child] = engineProcesses('video', pids);
      if (child === undefined) continue;
      process.kill(child, 'SIGKILL');
      return true;
    }
    return false;
  }

  async #end(member) {
    this.slowestEndMs = Math.max(this.slowestEndMs, await member.terminate());
    return true;
  }

  async #withoutDatabase(begin) {
    await begin();
    await this.#sleep(DATABASE_AWAY_MS);
    await this.database.start();
    return true;
  }

  async #pauseDatabase() {
    this.database.outages.push({ from: Date.now() });
    this.database.signal('SIGSTOP');
    await this.#sleep(DATABASE_AWAY_MS);
    this.database.signal('SIGCONT');
    this.database.outages.at(-1).until = Date.now();
    return true;
  }

  async #freeze(member) {
    if (!member.runs) return false;
    const { pid } = member;
    process.kill(pid, 'SIGSTOP');
    await this.#sleep(CUT_MS);
    if (member.pid === pid && member.runs) process.kill(pid, 'SIGCONT');
    return true;
  }

  async #cut(links) {
    for (const link of links) link.cut();
    await this.#sleep(CUT_MS);
    for (const link of links) link.mend();
    return true;
  }

  async #storm(status) {
    const { member } = this.random.pick(this.vendors);
    return tell(member, { storm: { status, seconds: STORM_SECONDS } });
  }

  async #limitKey() {
    const { member, keys } = this.random.pick(this.vendors);
    const isTold = await tell(member, { keys: { [keys[0]]: 429 } });
    await this.#sleep(CUT_MS);
    await tell(member, { keys: {} });
    return isTold;
  }
}

/** Changes the faults of a simulator, if it runs. */
async function tell(member, faults) {
  const said = await fetch(`${member.url}/faults`, { method: 'POST', body: JSON.stringify(faults) }).catch(
    () => undefined,
  );
  await said?.body?.cancel();
  return said?.status === 200;
}

function kill(member) {
  if (!member.runs) return false;
  member.kill();
  return true;
}

async function breakConnections(url) {
  const client = new pg.Client({ connectionString: url });
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
