// The attacks, each from separate addresses. An attack is one harmful act, repeated after `pauseMs` by each of its `actors`; it
// resolves with the name of its result.
import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pngOfSize } from '../../support/png-of-size.ts';
import { damaged, hostileArchives, junkPng } from './hostile-files.mjs';

const MEGABYTE = 1024 * 1024;
const PATIENCE_MS = 120_000;
const IMAGES = '/proxy/imgprov/v1/ai';
const VIDEOS = '/proxy/vidprov';

export async function attacksOn({ url, token, clip, random }) {
  const service = new URL(url);
  const json = { 'content-type': 'application/json' };
  const signed = { authorization: `Bearer ${token}` };
  const call = (from, method, target, { headers, body } = {}) =>
    request(service, { from, method, target, headers: headers ?? {}, body });
  const post = (from, target, fields, headers = {}) =>
    call(from, 'POST', target, { headers: { ...json, ...headers }, body: JSON.stringify(fields) });

  const shapes = await pictures([
    [50_000_000, 1],
    [1, 50_000_000],
    [5_000_000, 10],
    [7_000, 7_000],
    [16_000, 3_100],
    [60_000, 60_000, 10],
  ]);
  const junk = junkPng(19 * MEGABYTE).toString('base64');
  const archives = hostileArchives();
  const streamed = new Map();

  const pictureBomb = async (from) => {
    const image = random.pick(shapes);
    const target = random.pick([
      '/image-relight',
      '/skin-enhancer/faithful',
      '/skin-enhancer/creative',
      '/image-style-transfer',
    ]);
    return post(from, IMAGES + target, { image, reference_image: image, prompt: 'sunset' }, signed);
  };

  /** Sends half of what it announces, then a byte now and then. */
  const halfBody = (from) =>
    raw(service, from, async (socket) => {
      socket.write(
        `POST ${VIDEOS}/start-end2video HTTP/1.1\r\nHost: ${service.host}\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${60 * MEGABYTE}\r\n\r\n{"prompt":"`,
      );
      const part = Buffer.alloc(MEGABYTE, 'a');
      for (let sent = 0; sent < 30 && !socket.destroyed; sent += 1) await written(socket, part);
      while (!socket.destroyed) {
        socket.write('a');
        await sleep(1_000);
      }
    });

  const fillDisk = (from) =>
    post(from, `${VIDEOS}/start-end2video`, { model: 'vq2-turbo', images: [junk, junk], prompt: 'pan' });

  const idleStream = async (from) => {
    let id = streamed.get('task');
    if (!id) {
      const [image] = await pictures([[64, 64]]);
      const fields = { model: 'vq2-turbo', duration: 8, images: [image, image], prompt: 'pan' };
      const { body } = await exchange(service, from, `${VIDEOS}/start-end2video`, JSON.stringify(fields));
      id = JSON.parse(body || '{}').task_id;
      if (id) streamed.set('task', id);
    }
    const outcome = await call(from, 'GET', `/tasks/${id}/events`);
    streamed.delete('task');
    return outcome;
  };

  const slowHead = (from) =>
    raw(service, from, async (socket) => {
      socket.write('GET /nodes HTTP/1.1\r\nHost: x\r\n');
      while (!socket.destroyed) {
        socket.write('x-a: b\r\n');
        await sleep(5_000);
      }
    });

  const unsignedUpload = (from) =>
    raw(service, from, async (socket) => {
      socket.write(
        `PUT /uploads/nobody HTTP/1.1\r\nHost: ${service.host}\r\nContent-Length: ${1024 * MEGABYTE}\r\n\r\n`,
      );
      const part = Buffer.alloc(MEGABYTE, 'a');
      for (let sent = 0; sent < 1024 && !socket.destroyed; sent += 1) await written(socket, part);
    });

  const slowUpload = async (from) => {
    const prepared = await exchange(service, from, '/uploads', '{"file_name":"clip.mp4"}', signed);
    const { upload_url: link } = JSON.parse(prepared.body || '{}');
    if (!link) return prepared.outcome;
    const { pathname, search } = new URL(link);
    return raw(service, from, async (socket) => {
      socket.write(
        `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${service.host}\r\nContent-Length: ${900 * MEGABYTE}\r\n\r\n`,
      );
      while (!socket.destroyed) {
        socket.write('a');
        await sleep(1_000);
      }
    });
  };

  const badToken = (from) =>
    call(from, 'GET', '/users', { headers: { authorization: `Bearer atl_${random.next()}` } });

  const hardSearch = (from) => {
    const words = Array.from({ length: 30 }, () => random.next().toString(36).slice(2, 5)).join(' ');
    const text = random.pick(['a', '%%%___%%%', '((((((', words, 'x'.repeat(200), '\u202e'.repeat(50)]);
    return call(
      from,
      'GET',
      `/nodes/search?page=${Math.ceil(random.between(1, 99))}&search=${encodeURIComponent(text)}`,
    );
  };

  const brokenVideo = (from) => {
    const boundary = 'trial-boundary';
    const body = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="0.video"; filename="a.mp4"\r\n\r\n`,
      ),
      damaged(clip, random, 1 + Math.floor(random.between(0, 30))),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const headers = { ...signed, 'content-type': `multipart/form-data; boundary=${boundary}` };
    return call(from, 'POST', '/proxy/musprov/v2m/generate', { headers, body });
  };

  /** Orders music and hangs up at the first sound. */
  const leftStream = (from) => {
    const body = 'prompt=calm+piano&duration=20';
    const headers = { ...signed, 'content-type': 'application/x-www-form-urlencoded' };
    return request(
      service,
      { from, method: 'POST', target: '/proxy/musprov/t2m/generate', headers, body },
      4_096,
    );
  };

  const malformed = (from) =>
    raw(service, from, async (socket) => {
      socket.write(
        random.pick([
          'GET / HTTP/1.1\r\n\r\n',
          'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
          'POST /users/tokens HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
          'G\0T / HTTP/1.1\r\nHost: a\r\n\r\n',
          `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
        ]),
      );
      await sleep(1_000);
      socket.destroy();
    });

  const manyTokens = (from) => post(from, '/users/tokens', { name: 'one more' }, signed);

  const privateUrl = (from) =>
    post(
      from,
      `${IMAGES}/image-relight`,
      {
        image: random.pick([
          'http:127.0.0.1/a',
          'http://169.254.169.254/',
          'http://[::1]/',
          'https:\\\\10.0.0.1\\',
        ]),
        prompt: 'sunset',
        webhook_url: random.pick(['http:127.0.0.1:1', 'http://2130706433/', 'http://localtest.invalid/']),
      },
      signed,
    );

  const archive = async (from) => {
    const owner = 'trial-mallory';
    await exchange(service, from, '/publishers', JSON.stringify({ id: owner, name: 'Mallory' }), signed);
    const version = `1.0.${Date.now()}`;
    const announced = await exchange(
      service,
      from,
      `/publishers/${owner}/nodes/trial-hostile/versions`,
      JSON.stringify({ node: { name: 'Hostile' }, node_version: { version } }),
      signed,
    );
    const { signedUrl } = JSON.parse(announced.body || '{}');
    if (!signedUrl) return announced.outcome;
    const { pathname, search } = new URL(signedUrl);
    return call(from, 'PUT', pathname + search, { body: random.pick(archives)(version) });
  };

  return [
    { name: 'picture bombs', run: pictureBomb, actors: 2, pauseMs: 3_000, addresses: 1 },
    { name: 'half-sent bodies', run: halfBody, actors: 45, pauseMs: 2_000, addresses: 5 },
    { name: 'disk filling', run: fillDisk, actors: 2, pauseMs: 2_000, addresses: 2 },
    { name: 'idle streams', run: idleStream, actors: 400, pauseMs: 5_000, addresses: 10 },
    { name: 'slow heads', run: slowHead, actors: 100, pauseMs: 1_000, addresses: 2 },
    { name: 'unsigned uploads', run: unsignedUpload, actors: 2, pauseMs: 1_000, addresses: 1 },
    { name: 'slow uploads', run: slowUpload, actors: 10, pauseMs: 1_000, addresses: 1 },
    { name: 'bad tokens', run: badToken, actors: 4, pauseMs: 100, addresses: 2 },
    { name: 'hard searches', run: hardSearch, actors: 4, pauseMs: 500, addresses: 4 },
    { name: 'broken videos', run: brokenVideo, actors: 1, pauseMs: 5_000, addresses: 1 },
    { name: 'left streams', run: leftStream, actors: 1, pauseMs: 10_000, addresses: 1 },
    { name: 'malformed requests', run: malformed, actors: 2, pauseMs: 500, addresses: 1 },
    { name: 'many tokens', run: manyTokens, actors: 1, pauseMs: 1_000, addresses: 1 },
    { name: 'private addresses', run: privateUrl, actors: 1, pauseMs: 500, addresses: 1 },
    { name: 'hostile archives', run: archive, actors: 1, pauseMs: 5_000, addresses: 1 },
  ];
}

/** PNG files in Base64, each of a width, a height and perhaps fewer rows than that. */
function pictures(shapes) {
  return Promise.all(shapes.map(async (shape) => (await pngOfSize(...shape)).toString('base64')));
}

/** Makes a request and reads its reply, up to `maxBytes`. @returns the status, or the error's code. */
function request(service, { from, method, target, headers, body }, maxBytes = Infinity) {
  return new Promise((resolve) => {
    const { hostname: host, port } = service;
    const sent = http.request({
      host,
      port,
      method,
      path: target,
      headers,
      localAddress: from,
      agent: false,
    });
    sent.setTimeout(PATIENCE_MS, () => sent.destroy(Object.assign(new Error('silent'), { code: 'silent' })));
    sent.on('error', ({ code }) => resolve(code));
    sent.on('response', (reply) => {
      let bytes = 0;
      reply.on('data', (part) => {
        bytes += part.length;
        if (bytes > maxBytes) reply.destroy();
      });
      reply.on('error', () => undefined);
      reply.on('close', () => resolve(reply.statusCode));
    });
    sent.end(body);
  });
}

/** Posts JSON. @returns the outcome as `request` does, and the body of a reply that took it. */
function exchange(service, from, target, body, headers = {}) {
  return new Promise((resolve) => {
    const { hostname: host, port } = service;
    const all = { 'content-type': 'application/json', ...headers };
    const options = {
      host,
      port,
      method: 'POST',
      path: target,
      headers: all,
      localAddress: from,
      agent: false,
    };
    const sent = http.request(options, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part) => (text += part));
      reply.on('error', () => undefined);
      reply.on('close', () =>
        resolve({ outcome: reply.statusCode, body: reply.statusCode < 300 ? text : '' }),
      );
    });
    sent.on('error', ({ code }) => resolve({ outcome: code, body: '' }));
    sent.end(body);
  });
}

/** Talks on a socket until either side ends it. @returns the status of the reply, if any came. */
function raw(service, from, talk) {
  return new Promise((resolve) => {
    const socket = net.connect({ host: service.hostname, port: Number(service.port), localAddress: from });
    let head = '';
    socket.on('data', (part) => {
      if (head.length < 100) head += part.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 'cut'));
    socket.on('connect', () => void talk(socket));
  });
}

/** Waits until the part has left, or the connection has ended. */
function written(socket, part) {
  return new Promise((resolve) => {
    socket.once('close', resolve);
    socket.write(part, () => {
      socket.off('close', resolve);
      resolve();
    });
  });
}
