import { setTimeout as sleep } from 'node:timers/promises';
import { firstTask, taskOf } from '../support/clients.mjs';

const PATIENCE_MS = 20_000;
const RETRY_MS = 300;
/** Share of the accepted tasks, in percent, that is canceled at once. */
const CANCELED = 3;

/**
 * Callers that order work of every kind for several accounts. Each order has a new key and is repeated until it is taken, or
 * refused for lack of credits.
 */
export class Callers {
  /** By key: `{kind, account, task}` of what was accepted. */
  orders = new Map();
  /** Refusals for lack of credits: `{account, from, until, details}`. */
  refusals = [];
  statuses = new Map();
  failures = [];
  problems = [];
  isOver = false;
  /** While there is enough to do. */
  isPaused = false;
  #serial = 0;

  constructor({ random, apis, accounts, kinds, seed }) {
    Object.assign(this, { random, apis, accounts, seed });
    this.kinds = random.rounds(kinds.flatMap((kind) => Array(kind.share).fill(kind)));
    this.turns = random.rounds(accounts.flatMap((account) => Array(account.share).fill(account)));
  }

  get accepted() {
    return this.orders.size;
  }

  async work(pauseMs) {
    while (!this.isOver) {
      if (!this.isPaused) await this.order(this.kinds.next().value, this.turns.next().value);
      await sleep(this.random.between(pauseMs / 2, pauseMs * 1.5));
    }
  }

  /** @returns The id of the task; undefined when there were too few credits. */
  async order(kind, account) {
    const key = `chaos-${this.seed}-${(this.#serial += 1)}`;
    const from = Date.now();
    for (;;) {
      const outcome = await this.#attempt(kind, account, key).catch(() => ({}));
      if (outcome.refusal) this.refusals.push({ account, kind, from, until: Date.now(), ...outcome });
      if (outcome.task) {
        this.orders.set(key, {
          kind: kind.name,
          isStream: kind.isStream === true,
          account,
          task: outcome.task,
        });
        if (this.random.between(0, 100) < CANCELED) await this.#cancel(account, outcome.task);
      }
      if (outcome.task || outcome.refusal || outcome.isWrong) return outcome.task;
      await sleep(RETRY_MS);
    }
  }

  async call(account, method, target, { body, headers } = {}) {
    const { url } = this.random.pick(this.apis);
    const reply = await fetch(url + target, {
      method,
      body,
      headers: { ...headers, authorization: `Bearer ${account.token}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    this.statuses.set(reply.status, (this.statuses.get(reply.status) ?? 0) + 1);
    return reply;
  }

  /** The result of one call; nothing when it must be repeated. */
  async #attempt(kind, account, key) {
    const { body, headers } = kind.request(account.hook);
    const reply = await this.call(account, 'POST', kind.target, {
      body,
      headers: { ...headers, 'idempotency-key': key },
    });
    if (reply.status === 200) {
      const task = kind.isStream ? await firstTask(reply) : taskOf(await reply.json());
      return { task };
    }
    const refusal = await reply.json();
    if (reply.status === 402) return { refusal };
    if (reply.status >= 500) this.#note(reply, kind);
    if (reply.status >= 500 || reply.status === 409 || reply.status === 429) return {};
    // The vendor's refusal of a stream is an ordinary reply.
    if (!(kind.isStream && refusal.error === 'rejected_content'))
      this.problems.push(`${kind.name}: ${reply.status} ${JSON.stringify(refusal)}`);
    return { isWrong: true };
  }

  /** The service passes on the reply of a stream's vendor: its 502 and 504 are not the service's failures. */
  #note(reply, { isStream, target }) {
    if (isStream && (reply.status === 502 || reply.status === 504)) return;
    const hasRetryAfter = reply.headers.has('retry-after');
    this.failures.push({ status: reply.status, at: Date.now(), hasRetryAfter, target });
  }

  /** Until it is done: the task may have ended before. */
  async #cancel(account, task) {
    for (let tries = 0; tries < 60; tries += 1) {
      const reply = await this.call(account, 'POST', `/tasks/${task}/cancel`).catch(() => undefined);
      await reply?.body?.cancel();
      if (reply?.status < 500 && reply.status !== 429) return;
      await sleep(RETRY_MS);
    }
  }
}
