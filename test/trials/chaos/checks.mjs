import { billedFor, statusOf } from '../../simulator/book.mjs';
import { rowsOf } from '../support/checks.mjs';
import { bookOf } from './vendors.mjs';

/** The share of tasks that may be uncertain before the admin, of vendors that can be asked and of those that cannot. */
const UNCERTAIN_SHARES = { told: 0.005, untold: 0.5 };
/** Below so many tasks their share does not count. */
const FEW = 3;
const ENDS = ['succeeded', 'failed', 'canceled'];
/** Codes of failures that a vendor or its bad result may be the reason of; each is held against the book. */
const VENDOR_CODES = /^(rejected_content|upstream_|music_upstream_)/;
/** So that a hold whose end was being committed does not count as given back. */
const COMMIT_MS = 5_000;

/** Each order has its one task, and each task has ended, once, for a reason that there is. */
export async function checkTasks(url, orders, childKills) {
  const tasks = await rowsOf(url, `select id, kind, status, error_code as code, provider from tasks`);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const problems = [];
  const ordered = new Map();
  for (const [key, { task, kind }] of orders) {
    if (ordered.has(task))
      problems.push(`two orders, ${key} and ${ordered.get(task)}, name the task ${task}`);
    ordered.set(task, key);
    if (!byId.has(task)) problems.push(`lost: the ${kind} ${task} of ${key}`);
  }
  // A stream that its vendor refuses is answered as such, and is another task when it is asked for again.
  for (const { id, kind, status } of tasks)
    if (!ordered.has(id) && !(kind.startsWith('music') && status !== 'succeeded'))
      problems.push(`doubled: nobody ordered the ${kind} ${id}, which is ${status}`);
  const crashed = tasks.filter(({ code }) => code === 'engine_crashed').length;
  if (crashed > childKills / 2)
    problems.push(`${crashed} tasks were given up after ${childKills} kills of children`);
  for (const { id, kind, status, code } of tasks)
    if (status === 'failed' && code !== 'engine_crashed' && !VENDOR_CODES.test(code))
      problems.push(`the ${kind} ${id} has failed: ${code}`);
  for (const { id, kind, status } of tasks)
    if (!ENDS.includes(status) && status !== 'uncertain')
      problems.push(`the ${kind} ${id} is still ${status}`);
  const ends = await rowsOf(
    url,
    `select task_id as "taskId" from task_events where status in ('succeeded', 'failed', 'canceled') group by 1 having count(*) > 1`,
  );
  for (const { taskId } of ends) problems.push(`the task ${taskId} has ended twice`);
  const uncertain = tasks.filter(({ status }) => status === 'uncertain');
  return { counts: countBy(tasks, ({ status }) => status), uncertain, tasks: byId, problems };
}

/** Uncertain tasks before the admin, and all tasks, of the vendors that can be asked about an order and of the others. */
export function uncertainBy({ tasks }, vendors) {
  const of = (canTell) => {
    const names = vendors.filter((vendor) => vendor.canTell === canTell).map(({ name }) => name);
    const all = [...tasks.values()].filter(({ provider }) => names.includes(provider));
    return { uncertain: all.filter(({ status }) => status === 'uncertain').length, all: all.length };
  };
  return { told: of(true), untold: of(false) };
}

export function checkUncertain(first, vendors) {
  const { told, untold } = uncertainBy(first, vendors);
  const problems = [];
  if (told.uncertain > UNCERTAIN_SHARES.told * told.all)
    problems.push(`${told.uncertain} tasks of vendors that can tell are uncertain`);
  if (untold.uncertain > Math.max(FEW, UNCERTAIN_SHARES.untold * untold.all))
    problems.push(`${untold.uncertain} tasks of vendors that cannot tell are uncertain`);
  return { problems };
}

/**
 * No task was ordered twice, and the ledger agrees with the vendors' bills, order by order. A task has the result if its vendor
 * made a good one.
 */
export async function checkOrders(url, vendors, tasks) {
  const problems = [];
  const rows = await rowsOf(
    url,
    `select task_id as "taskId", attempt, vendor, vendor_id as "vendorId", reference, state, outcome from vendor_orders`,
  );
  const byReference = new Map(rows.map((row) => [row.reference, row]));
  const costs = await rowsOf(
    url,
    `select order_key as key, coalesce(billed, amount)::text as amount from credit_transfers where type = 'cost'`,
  );
  const paid = new Map(costs.map(({ key, amount }) => [key, millionths(amount)]));
  const totals = {
    orders: 0,
    twice: 0,
    open: 0,
    lostStreams: 0,
    billed: 0n,
    booked: paid.values().reduce((sum, amount) => sum + amount, 0n),
  };
  const perTask = new Map();
  for (const vendor of vendors)
    for (const order of bookOf(vendor).values()) {
      const reference = order.reference ?? order.key;
      const row = byReference.get(reference);
      if (!row) {
        problems.push(`${vendor.name} was ordered ${order.id}, of which there is no row`);
        continue;
      }
      const status = statusOf(order);
      const billed = millionths(billedFor(order));
      totals.orders += 1;
      totals.billed += billed;
      perTask.set(row.taskId, [...(perTask.get(row.taskId) ?? []), order.id]);
      const booked = paid.get(reference) ?? 0n;
      if (booked !== billed)
        problems.push(
          `${vendor.name} bills ${credits(billed)} for ${order.id} (${status}), the ledger has ${credits(booked)} (task ${row.taskId}, ${row.state} ${row.outcome})`,
        );
      const lost = lostWork(order, status, tasks.get(row.taskId));
      if (vendor.losesStreams) totals.lostStreams += lost.length;
      else problems.push(...lost);
    }
  for (const [task, ids] of perTask)
    if (ids.length > 1) {
      totals.twice += 1;
      problems.push(`the task ${task} was ordered ${ids.length} times: ${ids.join(', ')}`);
    }
  for (const { taskId, attempt, vendor, vendorId, state } of rows) {
    if (state === 'ended') continue;
    // Whether it arrived is asked for a quarter of an hour: longer than the trial.
    const isAskedFor = vendorId === null && tasks.get(taskId)?.status !== 'succeeded';
    if (isAskedFor) totals.open += 1;
    else problems.push(`the order ${attempt} of ${taskId} to ${vendor} is still ${state}`);
  }
  const money = { booked: totals.booked, billed: totals.billed, difference: totals.booked - totals.billed };
  const shown = Object.fromEntries(Object.entries(money).map(([name, amount]) => [name, credits(amount)]));
  return { ...totals, ...shown, problems };
}

/** An amount of credits in whole parts of the least that is booked, so that sums and differences are exact. */
function millionths(amount) {
  return BigInt(Math.round(Number(amount) * 1e6));
}

function credits(amount) {
  return Number(amount) / 1e6;
}

/** A good result that its caller did not get. */
function lostWork(order, status, task) {
  const isGood = status === 'succeeded' && !order.isDead && !order.isPage;
  if (isGood && task?.status === 'failed')
    return [`the task ${task.id} has failed (${task.code}), but ${order.id} was made`];
  if (status !== 'succeeded' && task?.status === 'succeeded')
    return [`the task ${task.id} has succeeded, but ${order.id} is ${status}`];
  return [];
}

/** Each result is that of the task's own order. */
export async function checkResults(url, vendors, readFile) {
  const problems = [];
  const books = new Map(
    vendors.flatMap((vendor) =>
      [...bookOf(vendor).values()].map((order) => [order.reference ?? order.key, order]),
    ),
  );
  const outputs = await rowsOf(
    url,
    `select o.reference, a.id, a.extension, t.id as "taskId"
     from tasks t join vendor_orders o on o.task_id = t.id and o.outcome = 'succeeded'
       join assets a on a.task_id = t.id and t.outputs::text like '%' || a.id || '%'
     where t.status = 'succeeded'`,
  );
  for (const { reference, taskId, ...asset } of outputs) {
    const order = books.get(reference);
    const bytes = readFile(asset);
    if (!order || !bytes?.includes(order.id))
      problems.push(`the task ${taskId} has a result that is not of ${order?.id}`);
  }
  return { count: outputs.length, problems };
}

/** Every hold has its end: posted for what succeeded, voided for the rest; and the database agrees with itself. */
export async function checkLedger(url, tasks) {
  const problems = [];
  const holds = await rowsOf(
    url,
    `select h.id, h.amount, e.type as "end", e.amount as posted
     from credit_transfers h left join credit_transfers e on e.resolves = h.id where h.type = 'hold'`,
  );
  const held = new Set(holds.map(({ id }) => id));
  for (const { id, amount, end, posted } of holds) {
    const task = tasks.get(id);
    const expected =
      task === undefined || task.status === 'failed' || task.status === 'canceled' ? 'void' : 'post';
    if (task?.status === 'uncertain' ? end !== null : end !== expected)
      problems.push(`the hold of ${id} (${task?.status ?? 'no task'}) has the end ${end}`);
    if (posted > amount) problems.push(`${posted} were posted of the ${amount} held for ${id}`);
  }
  for (const id of tasks.keys()) if (!held.has(id)) problems.push(`there is no hold for the task ${id}`);
  return { holds: holds.length, spent: holds.reduce((sum, { posted }) => sum + (posted ?? 0), 0), problems };
}

/**
 * No account was refused with enough credits: during each refusal there was a moment at which the credits held and spent, at
 * most, left less than the price.
 * @param allowances By account: the changes of what it may spend, `{at, total}`.
 */
export async function checkRefusals(url, refusals, allowances) {
  const problems = [];
  const entries = await rowsOf(
    url,
    `select h.user_id as "userId", h.amount, e.amount as posted, h.created_at as "heldAt", e.created_at as "endedAt"
     from credit_transfers h left join credit_transfers e on e.resolves = h.id
     where h.type = 'hold' and h.user_id is not null`,
  );
  const ofUser = Map.groupBy(entries, ({ userId }) => userId);
  for (const { account, kind, from, until, refusal } of refusals) {
    const [, price, balance] = /costs (\d+) credits.* is (-?\d+)\./.exec(refusal.message) ?? [];
    if (refusal.error !== 'credits_exhausted' || price === undefined)
      problems.push(`a refusal says nothing of price and balance: ${JSON.stringify(refusal)}`);
    if (Number(balance) < 0) problems.push(`the balance of ${account.name} was ${balance}`);
    if (Number(balance) >= Number(price))
      problems.push(`${account.name} was refused ${price} with ${balance} left`);
    const most = (ofUser.get(account.id) ?? []).reduce((sum, { amount, posted, heldAt, endedAt }) => {
      if (heldAt.getTime() > until) return sum;
      const isOver = endedAt !== null && endedAt.getTime() < from - COMMIT_MS;
      return sum + (isOver ? posted : amount);
    }, 0);
    const least = Math.min(
      ...allowances
        .get(account)
        .filter(({ at, next }) => at <= until && (next ?? Infinity) >= from)
        .map(({ total }) => total),
    );
    if (least - most >= Number(price))
      problems.push(
        `${account.name} was refused a ${kind.name} for ${price} while at least ${least - most} was left`,
      );
  }
  return { count: refusals.length, problems };
}

function countBy(list, nameOf) {
  const counts = {};
  for (const entry of list) counts[nameOf(entry)] = (counts[nameOf(entry)] ?? 0) + 1;
  return counts;
}
