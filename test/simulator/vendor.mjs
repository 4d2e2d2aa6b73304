import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../support/random.mjs';
import { acceptance, askedFor, standing } from './areas.mjs';
import { Book, csvOf, entryOf, statusOf } from './book.mjs';
import { Callbacks } from './callbacks.mjs';
import { FAULTS, Faults } from './faults.mjs';
import { sendStream } from './music.mjs';
import { OUTPUTS } from './outputs.mjs';

const PAGE = '<!doctype html><title>Sorry</title><p>We are back soon.</p>';

/**
 * A simulated vendor of pictures, videos and music that misbehaves as configured, and keeps a book of its orders.
 * Options: `name` (its orders begin with it), `host`, `port`, `seed`, `bookFile`, `isIdempotent`, `canLookUp`,
 * `referenceHeader`, `keys` (accepted ones; none for any), `callbackSecret`, `faults`.
 */
export class SimulatedVendor {
  #options;
  #book;
  #callbacks;
  #server;

  constructor(options = {}) {
    this.#options = {
      name: 'sim',
      host: '127.0.0.1',
      port: 0,
      seed: 1,
      referenceHeader: 'x-reference',
      ...options,
    };
    this.faults = new Faults(new Random(this.#options.seed));
    this.faults.change(options.faults ?? {});
    this.#book = new Book(options.bookFile);
    this.#callbacks = new Callbacks(this.faults, options.callbackSecret);
  }

  async start() {
    const { host, port } = this.#options;
    this.#server = createServer((request, response) => void this.#take(request, response)).listen(port, host);
    await once(this.#server, 'listening');
    for (const order of this.#book.orders)
      if (statusOf(order) === 'running' && order.area === 'video') this.#follow(order);
  }

  get url() {
    return `http://${this.#options.host}:${this.#server.address().port}`;
  }

  /** What was ordered, as `GET /book` answers. */
  get entries() {
    return this.#book.orders.map(entryOf);
  }

  async stop() {
    this.#callbacks.stop();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    this.#book.close();
  }

  async #take(request, response) {
    const url = new URL(request.url, 'http://simulator');
    try {
      const parts = [];
      for await (const part of request) parts.push(part);
      const call = { request, response, url, body: Buffer.concat(parts) };
      if (url.pathname === '/book' || url.pathname === '/faults') return this.#control(call);
      if (url.pathname.startsWith('/files/')) return this.#file(call);
      await this.#answer(call);
    } catch (error) {
      if (response.destroyed) return;
      if (response.headersSent) response.destroy();
      else json(response, 500, { error: 'simulator_error', message: error.message });
    }
  }

  #control({ request, response, url, body }) {
    if (url.pathname === '/book') {
      const { entries } = this;
      if (url.searchParams.get('format') !== 'csv' && !/csv/.test(request.headers.accept ?? ''))
        return json(response, 200, { vendor: this.#options.name, orders: entries });
      return void response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end(csvOf(entries));
    }
    if (request.method === 'POST') {
      try {
        this.faults.change(JSON.parse(body));
      } catch (error) {
        return json(response, 400, { error: 'invalid_request', message: error.message });
      }
    }
    const { settings, met } = this.faults;
    json(response, 200, { settings, met, meanings: FAULTS });
  }

  async #answer(call) {
    const { request, response, url } = call;
    const asked = askedFor(request.method, url.pathname);
    if (!asked) return json(response, 404, { error: 'not_found', message: 'There is nothing here' });
    const keyStatus = this.#statusOfKey(request.headers);
    if (keyStatus !== undefined) return this.#refuse(response, keyStatus);
    if (this.faults.meets('drop_before')) return void response.destroy();
    const status = this.faults.stormStatus ?? this.#unluckyStatus();
    if (status !== undefined) return this.#refuse(response, status);
    if (asked.act === 'submit') return this.#submit(call, asked);
    await sleep(this.faults.draw('latency'));
    if (asked.act === 'look up') return this.#lookUp(response, asked.reference);
    const order = this.#book.find(decodeURIComponent(asked.id));
    if (!order) return json(response, 404, { error: 'not_found', message: 'There is no such task' });
    if (asked.act === 'poll') return json(response, 200, standing(order, this.#link(order)));
    if (statusOf(order) !== 'running')
      return json(response, 400, { error: 'ended', message: 'The task has ended' });
    this.#book.change(order, { canceledAt: Date.now() });
    json(response, 200, {});
  }

  #statusOfKey(headers) {
    const sent = Object.values(headers).map(String);
    const has = (key) => sent.some((value) => value === key || value.endsWith(` ${key}`));
    const { keys } = this.#options;
    if (keys?.length > 0 && !keys.some(has)) return 401;
    return Object.entries(this.faults.settings.keys).find(([key]) => has(key))?.[1];
  }

  #unluckyStatus(when = '') {
    return [429, 500, 503].find((status) => this.faults.meets(`status_${status}${when}`));
  }

  #refuse(response, status) {
    this.faults.note(`answered ${status}`);
    if (status === 429 || status === 503) response.setHeader('retry-after', this.faults.settings.retry_after);
    json(response, status, { error: 'refused', message: `The simulated answer is ${status}` });
  }

  async #submit({ request, response, body }, { area, kind }) {
    const key = request.headers['idempotency-key'];
    const digest = createHash('sha256').update(body).digest('hex');
    const known = this.#options.isIdempotent && key !== undefined ? this.#book.findByKey(key) : undefined;
    if (known && known.digest !== digest)
      return json(response, 409, { error: 'key_reused', message: 'The key is that of another order' });
    if (!known && this.faults.meets('refuse'))
      return json(response, 422, { error: 'content_policy', message: 'The simulated content is refused' });
    const order = known ?? this.#accept({ request, area, kind, key, digest, body });
    if (known) this.faults.note('asked again under the same key');
    if (this.faults.meets('drop_after')) return void response.destroy();
    if (this.faults.meets('hang_after')) return;
    if (this.faults.meets('error_after'))
      return json(response, 502, { error: 'bad_gateway', message: 'Sorry' });
    const status = this.#unluckyStatus('_after');
    if (status !== undefined) return this.#refuse(response, status);
    if (this.faults.meets('wrong_reply')) return page(response);
    await sleep(this.faults.draw('latency'));
    if (area !== 'music') return json(response, 200, acceptance(order));
    const isWhole = await sendStream(order, response, this.faults);
    if (isWhole && order.sentAt === undefined) this.#book.change(order, { sentAt: Date.now() });
  }

  /** Written down before anything is answered, with all that will come of it. */
  #accept({ request, area, kind, key, digest, body }) {
    const { name, referenceHeader } = this.#options;
    const acceptedAt = Date.now();
    const isFailureBilled = this.faults.meets('fail_billed');
    const order = {
      id: `${name}-${this.#book.size + 1}`,
      area,
      kind,
      key,
      digest,
      host: request.headers.host,
      reference: request.headers[referenceHeader.toLowerCase()],
      callbackUrl: area === 'video' ? JSON.parse(body).callback_url : undefined,
      acceptedAt,
      readyAt: acceptedAt + Math.round(this.faults.draw('work')),
      credits: rounded(this.faults.draw('credits'), this.faults.meets('fractions') ? 2 : 0),
      end: isFailureBilled || this.faults.meets('fail') ? 'failed' : 'succeeded',
      isFailureBilled,
      isDead: this.faults.meets('dead_link'),
      isPage: this.faults.meets('wrong_type'),
    };
    this.#book.add(order);
    this.#follow(order);
    return order;
  }

  #follow(order) {
    this.#callbacks.follow(order, (changed) => standing(changed, this.#link(changed)));
  }

  #lookUp(response, reference) {
    if (!this.#options.canLookUp)
      return json(response, 501, { error: 'not_implemented', message: 'This vendor has no look-up' });
    if (this.faults.meets('wrong_reply')) return page(response);
    const order = this.#book.findByReference(reference);
    if (!order) return json(response, 404, { error: 'not_found', message: 'Nothing was ordered so' });
    json(response, 200, standing(order, this.#link(order)));
  }

  /** At the address that the order came to, which may be that of a proxy. */
  #link(order) {
    return `http://${order.host}/files/${encodeURIComponent(order.id)}`;
  }

  #file({ response, url }) {
    const name = decodeURIComponent(url.pathname.slice('/files/'.length));
    const isCover = name.endsWith('.png');
    const order = this.#book.find(isCover ? name.slice(0, -'.png'.length) : name);
    const { link_seconds: seconds } = this.faults.settings;
    const isOld = order && seconds > 0 && Date.now() > order.readyAt + seconds * 1000;
    if (!order || statusOf(order) !== 'succeeded' || order.isDead || isOld)
      return json(response, 404, { error: 'not_found', message: 'There is no such file' });
    if (order.isPage) return page(response);
    const { contentType, make } = OUTPUTS[order.area === 'video' && !isCover ? 'video' : 'picture'];
    const bytes = make(order.id);
    response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length });
    if (!this.faults.meets('truncated_file')) return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  }
}

function rounded(credits, decimals) {
  return Number(credits.toFixed(decimals));
}

function json(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function page(response) {
  response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
}
