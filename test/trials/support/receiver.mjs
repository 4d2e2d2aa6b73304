import { createServer } from 'node:http';
import { once } from 'node:events';
import { Webhook } from 'standardwebhooks';

/** A webhook receiver that is now and then unkind, checks every signature, and remembers what it took. */
export class Receiver {
  calls = 0;
  problems = [];
  /** By task: what was received, in the order of the first receipt: `{id, status}`. */
  received = new Map();
  #random;
  #webhooks = new Map();
  #server;

  constructor(random) {
    this.#random = random;
  }

  async start() {
    this.#server = createServer((request, response) => void this.#take(request, response)).listen(
      0,
      '127.0.0.1',
    );
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${this.#server.address().port}/hook`;
  }

  /** The secret is known once the service runs, which is before the first call; each user may have an address of her own. */
  expect(secret, name = '') {
    this.#webhooks.set(`/hook${name}`, new Webhook(secret));
  }

  async stop() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #take(request, response) {
    const parts = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts).toString();
    this.calls += 1;
    try {
      this.#webhooks.get(request.url).verify(body, request.headers);
    } catch (error) {
      this.problems.push(`a webhook with a bad signature: ${error.message}`);
    }
    const mood = this.#random.next();
    if (mood < 0.1) return void response.writeHead(500).end();
    if (mood < 0.13) return; // hangs until the caller loses patience
    if (mood < 0.18) return void request.socket.destroy();
    this.#note(request.headers['webhook-id'], JSON.parse(body));
    response.writeHead(204).end();
  }

  #note(id, body) {
    const task = body.task_id ?? body.id;
    const status = body.status ?? body.state;
    const known = this.received.get(task) ?? [];
    this.received.set(task, known);
    const same = known.find((call) => call.id === id);
    if (!same) known.push({ id, status });
    else if (same.status !== status) this.problems.push(`two contents under the webhook-id ${id}`);
  }
}
