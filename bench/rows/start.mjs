// The second start on the same folder: nothing to install, build or create.
import fs from 'node:fs';
import { temporaryFolder } from '../support/service.mjs';

function start(name, title, value, command) {
  return {
    ...{ name, title, unit: 'ms', better: 'lower', target: { value } },
    async open(bench) {
      const folder = temporaryFolder();
      bench.onEnd(() => fs.rmSync(folder, { recursive: true, force: true }));
      const readyMs = async () => {
        const service = await bench.startService({ DATA_DIR: folder }, { command });
        await service.stop();
        return service.readyMs;
      };
      await readyMs();
      return { ours: readyMs };
    },
  };
}

export default [
  start('start', 'npm start the second time, until ready', 2_500, ['npm', 'start']),
  start('start-process', 'The process of the service, until ready', 1_200),
];
