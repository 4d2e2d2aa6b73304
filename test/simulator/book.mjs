import fs from 'node:fs';

/**
 * The orders of a vendor, and what it bills. With a file it survives a kill of the process: each change of an order is a line,
 * written before the order is answered.
 */
export class Book {
  #orders = new Map();
  #byKey = new Map();
  #byReference = new Map();
  #file;

  constructor(file) {
    if (file === undefined) return;
    if (fs.existsSync(file)) this.#read(fs.readFileSync(file, 'utf8'));
    this.#file = fs.openSync(file, 'a');
  }

  get orders() {
    return [...this.#orders.values()];
  }

  get size() {
    return this.#orders.size;
  }

  add(order) {
    this.#keep(order);
    this.#write(order);
  }

  change(order, changes) {
    Object.assign(order, changes);
    this.#write(order);
  }

  find(id) {
    return this.#orders.get(id);
  }

  /** By the idempotency key it was ordered under. */
  findByKey(key) {
    return this.#byKey.get(key);
  }

  findByReference(reference) {
    return this.#byReference.get(reference);
  }

  close() {
    if (this.#file !== undefined) fs.closeSync(this.#file);
  }

  #keep(order) {
    this.#orders.set(order.id, order);
    if (order.key !== undefined) this.#byKey.set(order.key, order);
    if (order.reference !== undefined) this.#byReference.set(order.reference, order);
  }

  #write(order) {
    if (this.#file !== undefined) fs.writeSync(this.#file, `${JSON.stringify(order)}\n`);
  }

  /** The last line of an order counts; half a line was never answered. */
  #read(text) {
    for (const line of text.split('\n').slice(0, -1)) this.#keep(JSON.parse(line));
  }
}

/** The state of an order: a stream is done when it was sent completely, any other order when its time has come. */
export function statusOf(order, now = Date.now()) {
  if (order.canceledAt !== undefined) return 'canceled';
  if (order.area === 'music') return order.sentAt === undefined ? 'running' : order.end;
  return now < order.readyAt ? 'running' : order.end;
}

/** What is billed for an order so far: what succeeded, and what failed where the vendor bills that too. */
export function billedFor(order) {
  const status = statusOf(order);
  return status === 'succeeded' || (status === 'failed' && order.isFailureBilled) ? order.credits : 0;
}

/** An order as a reader of the book sees it. */
export function entryOf(order) {
  return {
    order_id: order.id,
    reference: order.reference ?? order.key ?? null,
    kind: order.kind,
    status: statusOf(order),
    credits: billedFor(order),
    accepted_at: new Date(order.acceptedAt).toISOString(),
  };
}

/** The entries as CSV, with a line of names. */
export function csvOf(entries) {
  const names = ['order_id', 'reference', 'kind', 'status', 'credits', 'accepted_at'];
  const cell = (value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const lines = entries.map((entry) => names.map((name) => cell(String(entry[name] ?? ''))).join(','));
  return `${[names.join(','), ...lines].join('\n')}\n`;
}
