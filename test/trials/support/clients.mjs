import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 20_000;
const RETRY_MS = 300;

/** Callers that order work of every kind, each order under a new key, repeated until it is taken. */
export class Clients {
  /** By key: the task that the first definite reply named. */
  orders = new Map();
  /** Replies by status, and the 5xx with the time they came. */
  statuses = new Map();
  failures = [];
  problems = [];
  isOver = false;
  #kinds;

  /** @param clipUrl Where a video can be fetched for as long as its order may wait; by default from the service. */
  constructor({ random, apis, token, hook, samples, seed, clipUrl }) {
    Object.assign(this, { random, apis, token, seed });
    this.#kinds = random.rounds(
      kindsOf(samples, hook, () => clipUrl ?? `${this.apis[0].url}/samples/clip.mp4`),
    );
  }

  /** Orders one thing after the other until `isOver`, then sees the last one through. */
  async work(pause) {
    while (!this.isOver) {
      await this.order(this.#kinds.next().value);
      await sleep(this.random.between(pause / 2, pause * 1.5));
    }
  }

  async order(kind) {
    const key = `trial-${this.seed}-${this.orders.size}`;
    this.orders.set(key, { kind: kind.name });
    for (;;) {
      const task = await this.#attempt(kind, key).catch(() => undefined);
      if (task) {
        this.orders.get(key).task = task;
        return;
      }
      if (this.problems.length > 0) return;
      await sleep(RETRY_MS);
    }
  }

  async get(target) {
    return this.call(target, { method: 'GET' });
  }

  async call(target, init) {
    const { url } = this.random.pick(this.apis);
    const reply = await fetch(url + target, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${this.token}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    this.statuses.set(reply.status, (this.statuses.get(reply.status) ?? 0) + 1);
    if (reply.status >= 500) {
      const hasRetryAfter = reply.headers.has('retry-after');
      this.failures.push({ status: reply.status, at: Date.now(), hasRetryAfter, target });
    }
    return reply;
  }

  /** The id of the task, or undefined when the same must be asked again. */
  async #attempt(kind, key) {
    const { body, headers } = kind.request();
    const reply = await this.call(kind.target, {
      method: 'POST',
      body,
      headers: { ...headers, 'idempotency-key': key },
    });
    if (reply.status === 200) return kind.isStream ? firstTask(reply) : taskOf(await reply.json());
    const refusal = await reply.json();
    const isToBeRepeated = reply.status >= 500 || reply.status === 409 || reply.status === 429;
    if (!isToBeRepeated) {
      this.problems.push(`${kind.name}: ${reply.status} ${JSON.stringify(refusal)}`);
      this.isOver = true;
    }
    return undefined;
  }
}

export function taskOf(body) {
  return body.data?.task_id ?? body.task_id;
}

/** Reads the stream up to its first line and hangs up: the task continues. */
export async function firstTask(reply) {
  let text = '';
  for await (const part of reply.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    const [line, more] = text.split('\n', 2);
    if (more !== undefined) return JSON.parse(line).task_id;
  }
  return undefined;
}

function kindsOf({ picture, clip }, hook, clipUrl) {
  const image = picture.toString('base64');
  const json = (name, target, fields) => ({
    name,
    target,
    request: () => ({ body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }),
  });
  const form = (name, target, fill) => ({
    name,
    target,
    isStream: true,
    request: () => {
      const body = new FormData();
      fill(body);
      return { body, headers: {} };
    },
  });
  const images = '/proxy/imgprov/v1/ai';
  const skin = (way) => json(`skin ${way}`, `${images}/skin-enhancer/${way}`, { image, webhook_url: hook });
  const video = { model: 'vq2-turbo', duration: 1, resolution: '360p', callback_url: hook };
  return [
    json('relight', `${images}/image-relight`, { image, prompt: 'light from the left', webhook_url: hook }),
    json('style', `${images}/image-style-transfer`, { image, reference_image: image, webhook_url: hook }),
    ...['faithful', 'creative', 'flexible'].map(skin),
    json('relight again', `${images}/image-relight`, { image, prompt: 'sunset', webhook_url: hook }),
    json('start-end', '/proxy/vidprov/start-end2video', {
      ...video,
      images: [image, image],
      prompt: 'pan left',
    }),
    json('reference', '/proxy/vidprov/reference2video', { ...video, images: [image], prompt: 'zoom in' }),
    json('extend', '/proxy/vidprov/extend', {
      ...video,
      resolution: '540p',
      video_creation_id: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11',
      get video_url() {
        return clipUrl();
      },
    }),
    form('music from text', '/proxy/musprov/t2m/generate', (body) => {
      body.set('prompt', 'calm piano');
      body.set('duration', '5');
    }),
    form('music for a video', '/proxy/musprov/v2m/generate', (body) =>
      body.set('0.video', new Blob([clip]), 'clip.mp4'),
    ),
  ];
}
