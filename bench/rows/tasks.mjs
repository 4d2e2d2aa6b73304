import { noisyPicture } from '../support/pictures.mjs';

/** Callers that submit a picture, follow its events to the end, and submit the next one at once. */
function tasks(name, title, target, [width, height], callers) {
  return {
    ...{ name, title: `${title}, ${callers} callers`, unit: '/s', better: 'higher', target },
    async open(bench) {
      const service = await bench.sharedService();
      const body = { image: await noisyPicture(width, height), prompt: 'evening' };
      const complete = async () => {
        const { data } = await service.post('/proxy/imgprov/v1/ai/image-relight', body);
        const { headers } = service;
        const events = await (await fetch(`${service.url}/tasks/${data.task_id}/events`, { headers })).text();
        if (!events.includes('succeeded')) throw new Error(`Task ${data.task_id} did not succeed`);
      };
      const perSecond = async (seconds) => {
        const since = performance.now();
        let count = 0;
        const call = async () => {
          while (performance.now() - since < seconds * 1_000) {
            await complete();
            count += 1;
          }
        };
        await Promise.all(Array.from({ length: callers }, call));
        return (count * 1_000) / (performance.now() - since);
      };
      await perSecond(2);
      return { ours: () => perSecond(bench.options.seconds) };
    },
  };
}

export default [
  tasks('tasks-tiny', 'Image tasks of 8 x 8 from POST to their end', { value: 150 }, [8, 8], 16),
  tasks('tasks-large', 'Image tasks of one megapixel from POST to their end', undefined, [1_200, 833], 4),
];
