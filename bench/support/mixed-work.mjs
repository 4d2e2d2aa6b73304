import { noisyPicture } from './pictures.mjs';

/** Keeps `clients` at mixed work, each piece from the order to the download of its result, until `stop` is called. */
export async function startMixedWork(service, clients) {
  const kinds = await kindsOfWork(service);
  let isOver = false;
  let pieces = 0;
  const ended = Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = client; !isOver; turn += 1) {
        await kinds[turn % kinds.length]();
        pieces += 1;
      }
    }),
  );
  return {
    /** Rejects when a piece of work fails. */
    ended,
    async stop() {
      isOver = true;
      await ended;
      return pieces;
    },
  };
}

async function kindsOfWork(service) {
  const images = '/proxy/imgprov/v1/ai';
  const [small, middle, large] = await Promise.all([
    noisyPicture(1024, 768),
    noisyPicture(2000, 1500),
    noisyPicture(4000, 3000),
  ]);
  const task = (target, body) => async () => {
    const reply = await service.post(target, body);
    const { outputs } = await service.completed(reply.data?.task_id ?? reply.task_id);
    for (const { url } of outputs) await (await fetch(url)).arrayBuffer();
  };
  const search = async () => {
    for (let times = 0; times < 50; times += 1)
      await (await fetch(`${service.url}/nodes/search?search=image%20${times}`)).text();
  };
  const music = async () => {
    const body = new URLSearchParams({ prompt: 'calm piano', duration: '10' });
    const { authorization } = service.headers;
    const init = { method: 'POST', body, headers: { authorization } };
    await (await fetch(`${service.url}/proxy/musprov/t2m/generate`, init)).text();
  };
  const video = { model: 'vq2-turbo', duration: 1, resolution: '360p', images: [small] };
  return [
    task(`${images}/image-relight`, { image: middle, prompt: 'light from the left' }),
    search,
    task(`${images}/skin-enhancer/faithful`, { image: middle }),
    music,
    task(`${images}/image-style-transfer`, { image: small, reference_image: middle }),
    task('/proxy/vidprov/start-end2video', video),
    task(`${images}/image-relight`, { image: large }),
    search,
  ];
}
