import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 100;
const PATIENCE_MS = 30_000;
const TERMS = ['image', 'video upscale', 'loader', 'trial 7', 'imge', 'mask'];

/** Somebody with a token who reads, searches and has pictures made, one request after the other. */
export class HonestCaller {
  /** Milliseconds of each request, by what was asked. */
  times = {};
  problems = [];
  tasks = new Map();
  isOver = false;
  #agent = new http.Agent({ keepAlive: true, maxSockets: 2 });

  constructor({ url, token, picture, video }) {
    Object.assign(this, { url, token, picture: picture.toString('base64'), video });
  }

  /** Asks for `ms`, then gives back what the times were meanwhile. */
  async during(ms) {
    this.times = {};
    const end = Date.now() + ms;
    for (let turn = 0; Date.now() < end; turn += 1) {
      await this.#ask(turn);
      await sleep(PAUSE_MS);
    }
    return this.times;
  }

  /** Waits until each task has ended. @returns their numbers by status. */
  async settled(patienceMs) {
    const end = Date.now() + patienceMs;
    while (Date.now() < end && [...this.tasks.values()].includes('open')) {
      for (const [id, status] of this.tasks) if (status === 'open') await this.#look(id);
      await sleep(500);
    }
    const counts = {};
    for (const status of this.tasks.values()) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  }

  async #ask(turn) {
    const { picture: image } = this;
    switch (turn % 20) {
      case 0: {
        const { body } = await this.#call('submit', 'POST', '/proxy/imgprov/v1/ai/image-relight', {
          image,
          prompt: 'light from the left',
        });
        if (body?.data) this.tasks.set(body.data.task_id, 'open');
        return;
      }
      case 4:
      case 9:
      case 14:
      case 19: {
        const id = [...this.tasks.keys()].at(-1);
        if (id) await this.#look(id);
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
      this.tasks.set(id, body.status);
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
