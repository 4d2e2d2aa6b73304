import { Webhook } from 'standardwebhooks';
import { statusOf } from './book.mjs';

const PAUSE_MS = 50;

/** Calls the addresses that came with orders about their changes, as unreliably as the faults say. */
export class Callbacks {
  #faults;
  #sign;
  #timers = new Set();

  /** @param sign Gives the headers of a call: `sign({order, url, body, change})`. */
  constructor(faults, sign) {
    this.#faults = faults;
    this.#sign = sign;
  }

  /** @param describe What is sent about an order as it is then. */
  follow(order, describe) {
    if (order.callbackUrl === undefined) return;
    const done = Math.max(0, order.readyAt - Date.now()) + PAUSE_MS;
    const isShuffled = this.#faults.meets('callbacks_shuffled');
    this.#after(isShuffled ? done + PAUSE_MS : done / 2, () =>
      this.#send(order, { ...describe(order), state: 'processing' }, 'begun'),
    );
    this.#after(done, () => statusOf(order) !== 'canceled' && this.#send(order, describe(order), 'ended'));
  }

  stop() {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #send(order, body, change) {
    if (this.#faults.meets('callback_lost')) return;
    this.#call(order, JSON.stringify(body), change);
    if (this.#faults.meets('callback_twice'))
      this.#after(PAUSE_MS, () => this.#call(order, JSON.stringify(body), change));
  }

  async #call(order, body, change) {
    const signed = await this.#sign?.({ order, url: order.callbackUrl, body, change });
    const headers = { 'content-type': 'application/json', ...signed };
    const call = fetch(order.callbackUrl, {
      method: 'POST',
      body,
      headers,
      signal: AbortSignal.timeout(5_000),
    });
    // Sent only once: without it the service has to poll.
    call.then((reply) => reply.body?.cancel()).catch(() => undefined);
  }

  #after(ms, act) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }
}

/** Signs as Standard Webhooks; undefined without a secret. */
export function standardSigner(secret) {
  if (secret === undefined) return undefined;
  const webhook = new Webhook(secret);
  return ({ order, body, change }) => {
    const id = `${order.id}-${change}`;
    const at = new Date();
    const seconds = String(Math.floor(at.getTime() / 1000));
    const signature = webhook.sign(id, at, body);
    return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature };
  };
}
