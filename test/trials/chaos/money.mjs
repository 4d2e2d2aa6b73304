import { setTimeout as sleep } from 'node:timers/promises';
import { billedFor } from '../../simulator/book.mjs';
import { bookOf } from './vendors.mjs';

/** So that about half of what the two limited accounts order is refused. */
const FIRST_CREDITS = 300;
const MORE_CREDITS = 250;
const RAISES = 4;
const WATCH_MS = 1_000;

/** The accounts of the trial, what they may spend, and their admin. */
export class Money {
  problems = [];
  isOver = false;
  /** By account: what it may spend, from when to when. */
  allowances = new Map();
  looks = 0;

  constructor({ admin, callers }) {
    Object.assign(this, { admin, callers });
  }

  /** One without a limit, one with grants, one with a limit. */
  static async people(api, receiver) {
    const anna = await person(api, receiver, 'anna', 7);
    const [boris, clara] = [await person(api, receiver, 'boris', 2), await person(api, receiver, 'clara', 2)];
    return { anna, boris, clara };
  }

  async begin({ boris, clara }) {
    Object.assign(this, { boris, clara });
    await this.#allow(boris, FIRST_CREDITS);
    await this.#allow(clara, FIRST_CREDITS);
  }

  /** Looks at the balances all the time, and raises them `RAISES` times on the way to `wanted` tasks. */
  async watch(wanted) {
    let raises = 0;
    while (!this.isOver) {
      for (const account of [this.boris, this.clara]) await this.#look(account);
      if (raises < RAISES && this.callers.accepted > ((raises + 1) * wanted) / (RAISES + 1)) {
        raises += 1;
        for (const account of [this.boris, this.clara]) await this.#allow(account, MORE_CREDITS);
      }
      await sleep(WATCH_MS);
    }
  }

  async #look(account) {
    const reply = await this.callers.call(account, 'GET', '/credits').catch(() => undefined);
    if (reply?.status !== 200) return void (await reply?.body?.cancel());
    this.looks += 1;
    const body = await reply.json();
    const { granted, available, held, spent, expired } = body;
    if (granted !== undefined && granted !== available + held + spent + expired)
      this.problems.push(`the credits of ${account.name} do not add up: ${JSON.stringify(body)}`);
    for (const [name, value] of Object.entries({ available, held, spent }))
      if (value < 0) this.problems.push(`${account.name} has ${value} ${name}`);
    for (const limit of body.limits ?? [])
      if (limit.left < 0 || limit.used > limit.allowed)
        this.problems.push(`${account.name}: ${JSON.stringify(limit)}`);
  }

  async #allow(account, credits) {
    const periods = this.allowances.get(account) ?? [];
    const total = (periods.at(-1)?.total ?? 0) + credits;
    const at = Date.now();
    if (account === this.boris)
      await this.#admin('POST', `/admin/users/${account.id}/grants`, { amount: credits, reason: 'chaos' });
    else await this.#admin('PUT', `/admin/users/${account.id}/limits`, { total, reason: 'chaos' });
    if (periods.length > 0) periods.at(-1).next = Date.now();
    this.allowances.set(account, [...periods, { at, total }]);
  }

  /** Repeats under one key until it succeeds. */
  async #admin(method, target, fields) {
    const key = `chaos-${method}-${target}-${Date.now()}`;
    for (;;) {
      const reply = await this.callers
        .call(this.admin, method, target, {
          body: JSON.stringify(fields),
          headers: { 'content-type': 'application/json', 'idempotency-key': key },
        })
        .catch(() => undefined);
      if (reply?.ok) return reply.status === 204 ? undefined : reply.json();
      if (reply && reply.status < 500 && reply.status !== 409)
        throw new Error(`${method} ${target}: ${reply.status} ${await reply.text()}`);
      await sleep(300);
    }
  }

  /** Plays the admin who asks the vendor about each uncertain task and resolves it. */
  async resolve(uncertain, vendors, rows) {
    for (const { id, provider } of uncertain) {
      const row = rows.findLast(({ taskId }) => taskId === id);
      const vendor = vendors.find(({ name }) => name === provider);
      const book = [...bookOf(vendor).values()];
      const order = book.find(({ reference, key }) => row && [reference, key].includes(row.reference));
      const cost = order ? billedFor(order) : 0;
      const found =
        order && order.area !== 'music' && !vendor.losesStreams
          ? { vendor_id: order.id }
          : cost > 0
            ? { cost }
            : undefined;
      const said = found ? { outcome: 'ran', ...found } : { outcome: 'did_not_run' };
      await this.#admin('POST', `/admin/tasks/${id}/resolve`, said);
    }
  }

  /**
   * Plays the admin who hands in the book of each vendor, which is the only one to know what a canceled stream cost.
   * @returns The credits that it booked.
   */
  async reconcile(vendors) {
    let booked = 0;
    for (const vendor of vendors) {
      const billed = [...bookOf(vendor).values()].filter((order) => billedFor(order) > 0);
      const entries = billed.map(({ reference, key, credits }) => ({ reference: reference ?? key, credits }));
      const target = `/admin/reconciliations?vendor=${vendor.name}&books_unknown=true`;
      const report = await this.#admin('POST', target, { entries });
      booked += report.booked;
      if (report.difference !== 0)
        this.problems.push(`the books of ${vendor.name} and ours differ by ${report.difference}`);
    }
    return booked;
  }

  /** What the ledger finds when it checks itself. */
  async ownCheck() {
    return this.#admin('GET', '/admin/ledger/check');
  }
}

async function person(api, receiver, name, share) {
  const call = async (method, target, body, token) => {
    const reply = await fetch(api.url + target, {
      method,
      body: body && JSON.stringify(body),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    });
    if (!reply.ok) throw new Error(`${method} ${target}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
  const { id, invitation } = await call(
    'POST',
    '/admin/users',
    { name, email: `${name}@example.com` },
    api.token,
  );
  const { token } = await call(
    'POST',
    new URL(invitation.accept_url, api.url).pathname,
    undefined,
    api.token,
  );
  const { secret } = await call('GET', '/users/webhook-secret', undefined, token);
  receiver.expect(secret, `/${name}`);
  return { id, name, token, share, hook: `${receiver.publicUrl}/${name}` };
}
