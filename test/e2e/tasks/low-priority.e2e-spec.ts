import os from 'node:os';
import { endedTask } from '../../support/ended-task.js';
import { ServiceProcess } from '../../support/service-process.js';
import { TestApp } from '../../support/test-app.js';
import { TINY_PNG } from '../rights/tiny-png.js';

it('a service of low priority does the work of its engines, whose priority is lower still', async () => {
  const app = await TestApp.start({ RUN_JOBS: 'false' });
  const service = await ServiceProcess.beside(app);
  await service.start();
  os.setPriority(service.pid, 15);
  const { body } = await service.api.post('/proxy/imgprov/v1/ai/image-relight', { image: TINY_PNG });
  const task = await endedTask(service.api, body.data.task_id);
  await service.stop();
  await app.stop();
  expect(task).toMatchObject({ status: 'succeeded', error_code: null });
});
