import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../support/random.mjs';
import { send, StrictVendor } from '../vendors/strict-vendor.mjs';
import { Book, statusOf } from './book.mjs';
import { Callbacks } from './callbacks.mjs';
import { Faults } from './faults.mjs';
import { page } from './replies.mjs';
import { serve } from './serve.mjs';

/** What a vendor answers in its own words; for any other status there is the page of a gateway before it. */
const REFUSALS = { 401: 'key', 402: 'balance', 429: 'busy' };
/** Headers of a call that are about its connection. */
const OF_CONNECTION = ['host', 'connection', 'content-length', 'transfer-encoding', 'expect'];

/** A strict fake whose orders are in a book, and take the time and come to the end that were drawn for them. */
class BookedVendor extends StrictVendor {
  accept(call, fields) {
    const { faults, book } = this;
    const acceptedAt = Date.now();
    const willFail = faults.meets('fail');
    const order = super.accept(call, {
      ...fields,
      ...{ kind: call.name, request: textsOf(call), reference: call.headers['x-reference'] },
      ...{ acceptedAt, readyAt: acceptedAt + Math.round(faults.draw('work')) },
      ...{ end: willFail ? 'failed' : 'succeeded', failsWith: willFail ? 'model' : undefined },
      isFailureBilled: this.contract.billsFailures === true,
    });
    order.credits = this.contract.billOf?.(order) ?? 0;
    book.add(order);
    this.follow(order);
    return order;
  }

  stateOf(order) {
    return order.isCanceled ? 'canceled' : statusOf(order);
  }

  link(order, kind) {
    const url = super.link(order, kind);
    return this.faults.meets('expired_link') ? url.replace(/signature=\d+$/, 'signature=expired') : url;
  }

  follow(order) {
    this.callbacks.follow(order, (changed) => this.contract.stateBody(changed, this));
  }
}

/**
 * The strict fake of a vendor (`test/vendors`) behind faults, with a book. Options: those of `SimulatedVendor` that a vendor
 * itself does not decide: `name`, `host`, `port`, `seed`, `bookFile`, `keys`, `faults`; and `contract`. A caller may send
 * `X-Reference`, so that the book names its orders; the vendor does not know it.
 */
export class StrictSimulation {
  #options;
  #book;
  #vendor;
  #server;

  constructor(options) {
    this.#options = { host: '127.0.0.1', port: 0, seed: 1, ...options };
    this.faults = new Faults(new Random(this.#options.seed));
    this.faults.change(options.faults ?? {});
    this.#book = new Book(options.bookFile);
  }

  async start() {
    const { contract, keys } = this.#options;
    const { faults } = this;
    const book = this.#book;
    const vendor = await BookedVendor.start(contract, keys?.length > 0 ? { keys } : {});
    const callbacks = new Callbacks(faults, (call) => contract.signature?.(vendor, call));
    this.#vendor = Object.assign(vendor, { faults, book, callbacks, orders: book.orders });
    const { problems } = vendor;
    this.#server = await serve({ ...this.#options, faults, book, problems }, (call) => this.#answer(call));
    for (const order of vendor.orders) if (statusOf(order) === 'running') vendor.follow(order);
  }

  get url() {
    return `http://${this.#options.host}:${this.#server.address().port}`;
  }

  async stop() {
    this.#vendor.callbacks.stop();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.#vendor.stop();
    this.#book.close();
  }

  async #answer(call) {
    const { request, response, url } = call;
    const { faults } = this;
    const keyStatus = faults.statusOfKey(request.headers);
    if (keyStatus !== undefined) return this.#refuse(response, keyStatus);
    if (faults.meets('drop_before')) return void response.destroy();
    const status = faults.stormStatus ?? faults.unluckyStatus();
    if (status !== undefined) return this.#refuse(response, status);
    const isOrder = this.#vendor.routeOf(request.method, url.pathname).route?.isOrder === true;
    if (isOrder && faults.meets('refuse')) return send(response, this.#options.contract.refusals.content);
    const reply = await this.#forward(call);
    if (isOrder && reply.ok && this.#losesAnswer(response)) return;
    await sleep(faults.draw('latency'));
    if (reply.headers.get('content-type') === 'application/x-ndjson') return this.#stream(call, reply);
    send(response, { status: reply.status, headers: headersOf(reply), bytes: await bytesOf(reply) });
  }

  /** Lets the fake answer. What it changed is written down before anyone hears of it. */
  async #forward({ request, body, url }) {
    const { method, headers } = request;
    const sent = Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name));
    const reply = await fetch(this.#vendor.url + url.pathname + url.search, {
      ...{ method, headers: Object.fromEntries(sent) },
      ...(body.length > 0 ? { body } : {}),
    });
    for (const order of this.#vendor.orders)
      if (order.isCanceled && order.canceledAt === undefined)
        this.#book.change(order, { canceledAt: Date.now() });
    return reply;
  }

  /** Whether something else than the answer to an accepted order comes. */
  #losesAnswer(response) {
    const { faults } = this;
    if (faults.meets('drop_after')) response.destroy();
    else if (faults.meets('hang_after')) return true;
    else if (faults.meets('error_after')) page(response, 502);
    else if (faults.meets('wrong_reply')) page(response);
    else {
      const status = faults.unluckyStatus('_after');
      if (status === undefined) return false;
      this.#refuse(response, status);
    }
    return true;
  }

  #refuse(response, status) {
    this.faults.note(`answered ${status}`);
    const refusal = REFUSALS[status];
    if (refusal) return send(response, this.#options.contract.refusals[refusal]);
    if (status === 503) response.setHeader('retry-after', this.faults.settings.retry_after);
    page(response, status);
  }

  /** At the pace of the work. */
  async #stream({ request, response }, reply) {
    const lines = (await bytesOf(reply)).toString().split(/(?<=\n)/);
    const order = this.#vendor.orders.findLast(
      ({ reference }) => reference === request.headers['x-reference'],
    );
    const breaksAt = this.faults.meets('truncated_stream') ? Math.ceil(lines.length / 2) : undefined;
    response.writeHead(200, headersOf(reply));
    for (const [index, line] of lines.entries()) {
      await sleep((order.readyAt - order.acceptedAt) / lines.length);
      if (index === breaksAt) return void response.destroy();
      response.write(line);
    }
    response.end();
  }
}

/** What was sent, without files. */
function textsOf({ body, form }) {
  return Object.fromEntries(Object.entries(body ?? form).filter(([, value]) => value.bytes === undefined));
}

function headersOf(reply) {
  const { 'content-type': type, 'retry-after': seconds } = Object.fromEntries(reply.headers);
  return { ...(type && { 'content-type': type }), ...(seconds && { 'retry-after': seconds }) };
}

async function bytesOf(reply) {
  return Buffer.from(await reply.arrayBuffer());
}
