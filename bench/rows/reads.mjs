import { noisyPicture } from '../support/pictures.mjs';

const IMAGES = '/proxy/imgprov/v1/ai';

/** Reads with a token beside a bare Express that answers a constant. `pathOf` makes what is read, and gives its path. */
function read(name, title, ratio, pathOf) {
  return {
    name,
    title: `${title} / bare Express GET`,
    unit: '/s',
    better: 'higher',
    target: { ratio },
    async open(bench) {
      const service = await bench.sharedService();
      const express = await bench.startPeer('bare-express');
      const url = service.url + (await pathOf(service));
      return {
        ours: () => bench.rate(url, { headers: service.headers }),
        peer: () => bench.rate(express.url),
      };
    },
  };
}

export default [
  read('read-users', 'GET /users with a token', 0.6, async () => '/users'),
  read('read-task', 'GET /tasks/{id}', 0.4, async (service) => `/tasks/${await imageTask(service)}`),
  read(
    'read-image',
    'GET of an image task',
    0.4,
    async (service) => `${IMAGES}/image-relight/${await imageTask(service)}`,
  ),
  read(
    'read-video',
    'GET of a video task',
    0.4,
    async (service) => `/proxy/vidprov/tasks/${await videoTask(service)}/creations`,
  ),
  read('read-music', 'GET of the last line of a music stream', 0.4, musicStreamEnd),
];

async function imageTask(service) {
  const image = await noisyPicture(8, 8);
  const { data } = await service.post(`${IMAGES}/image-relight`, { image, prompt: 'evening' });
  await service.completed(data.task_id);
  return data.task_id;
}

async function videoTask(service) {
  const images = [await noisyPicture(64, 64)];
  const video = { model: 'vq2-turbo', duration: 1, resolution: '360p', images };
  const { task_id: id } = await service.post('/proxy/vidprov/start-end2video', video);
  await service.completed(id);
  return id;
}

async function musicStreamEnd(service) {
  const reply = await fetch(`${service.url}/proxy/musprov/t2m/generate`, {
    method: 'POST',
    body: new URLSearchParams({ prompt: 'calm piano', duration: '1' }),
    headers: { authorization: service.headers.authorization },
  });
  const lines = (await reply.text()).trim().split('\n');
  return `/tasks/${reply.headers.get('x-task-id')}/stream?after=${lines.length - 2}`;
}
