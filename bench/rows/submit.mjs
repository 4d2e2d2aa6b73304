import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabases } from '../support/submit-database.mjs';
import { noisyPicture } from '../support/pictures.mjs';

const PATH = '/proxy/imgprov/v1/ai/skin-enhancer/creative';

export default {
  name: 'submit',
  title: 'Task submitted by POST, stored / bare pg committing the same rows',
  unit: '/s',
  better: 'higher',
  target: { ratio: 0.8 },
  async open(bench) {
    const databases = await openDatabases();
    bench.onEnd(() => databases.close());
    const service = await bench.startService({
      DATABASE_URL: databases.ours,
      RUN_JOBS: 'false',
      WAITING_TASKS_PER_USER: '0',
    });
    const request = { image: await noisyPicture(8, 8), sharpen: 10, smart_grain: 3 };
    const post = { method: 'POST', headers: service.headers, body: JSON.stringify(request) };
    await service.post(PATH, request);
    const rows = await databases.rowsOfLastSubmit();
    const { child } = await bench.startPeer('bare-pg', databases.peer);
    const { connections, seconds } = bench.options;
    return {
      async ours() {
        const perSecond = await bench.rate(service.url + PATH, post);
        await sleep(500);
        await databases.empty();
        return perSecond;
      },
      async peer() {
        child.send({ connections, seconds, rows });
        const { perSecond } = await new Promise((resolve) => child.once('message', resolve));
        return perSecond;
      },
    };
  },
};
