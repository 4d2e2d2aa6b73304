import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 100;
const PATIENCE_MS = 30_000;
const TERMS = ['image', 'video upscale', 'loader', 'trial 7', 'imge', 'mask'];

/** A user with a token who reads, searches and makes pictures, one request after the other. */
export class HonestCaller {
  /** Milliseconds of each request, by what was asked. */
  times = {};
  problems = [];
  /** Milliseconds from the order of each picture to its end. */
  waits = [];
  /** When each picture was ordered that has not come yet. */
  #orderedAt = new Map();
  #endings = {};
  #agent = new http.Agent({ keepAlive: true, maxSockets: 2 });

  constructor({ url, token, picture }) {
    Object.assign(this, { url, token, picture: picture.toString('base64') });
  }

  /**
   * Asks for `ms`.
   * @returns The times of what it asked, of the pictures that ended, and how many of those it still waits for.
   */
  async during(ms) {
    this.times = {};
    this.waits = [];
    const end = Date.now() + ms;
    for (let turn = 0; Date.now() < end; turn += 1) {
      await this.#ask(turn);
      await sleep(PAUSE_MS);
    }
    return { times: this.times, waits: this.waits, open: this.#orderedAt.size };
  }

  /** Waits until each task has ended. @returns their numbers by status. */
  async settled(patienceMs) {
    this.times = {};
    const end = Date.now() + patienceMs;
    for (let [id] = this.#orderedAt.keys(); id && Date.now() < end; [id] = this.#orderedAt.keys()) {
      await this.#look(id);
      await sleep(2 * PAUSE_MS);
    }
    return { ...this.#endings, open: this.#orderedAt.size };
  }

  async #ask(turn) {
    const { picture: image } = this;
    switch (turn % 20) {
      case 0: {
        const { body } = await this.#call('submit', 'POST', '/proxy/imgprov/v1/ai/image-relight', {
          image,
          prompt: 'light from the left',
        });
        if (!body?.data) return;
        this.#orderedAt.set(body.data.task_id, performance.now());
        return;
      }
      case 4:
      case 9:
      case 14:
      case 19: {
        const [oldest] = this.#orderedAt.keys();
        if (oldest) await this.#look(oldest);
        return;
      }
      default:
        if (turn % 3 === 0) return void (await this.#call('user', 'GET', '/users'));
        if (turn % 3 === 1) return void (await this.#call('node', 'GET', `/nodes/trial-node-${turn % 50}`));
        await this.#call(
          'search',
          'GET',
          `/nodes/search?search=${encodeURIComponent(TERMS[turn % TERMS.length])}`,
        );
    }
  }

  async #look(id) {
    const { body } = await this.#call('task', 'GET', `/tasks/${id}`);
    if (body && ['succeeded', 'failed', 'canceled'].includes(body.status)) {
      this.#endings[body.status] = (this.#endings[body.status] ?? 0) + 1;
      this.waits.push(performance.now() - this.#orderedAt.get(id));
      this.#orderedAt.delete(id);
      if (body.status !== 'succeeded') this.problems.push(`task ${id}: ${body.status} ${body.error_code}`);
    }
  }

  async #call(name, method, target, fields) {
    const since = performance.now();
    const reply = await this.#exchange(method, target, fields && JSON.stringify(fields));
    (this.times[name] ??= []).push(performance.now() - since);
    if (!(reply.status >= 200 && reply.status < 300)) {
      this.problems.push(
        `${new Date().toISOString()} ${method} ${target}: ${reply.status} ${reply.text.slice(0, 200)}`,
      );
      return {};
    }
    return { body: JSON.parse(reply.text) };
  }

  #exchange(method, target, body) {
    return new Promise((resolve) => {
      const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
      const sent = http.request(this.url + target, { method, headers, agent: this.#agent }, (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (part) => (text += part));
        reply.on('error', () => undefined);
        reply.on('close', () => resolve({ status: reply.statusCode, text }));
      });
      sent.setTimeout(PATIENCE_MS, () => sent.destroy(new Error('no reply in time')));
      sent.on('error', ({ message }) => resolve({ status: 0, text: message }));
      sent.end(body);
    });
  }
}
