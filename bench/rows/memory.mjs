// Resident memory of the service process, without its database and the processes of its engines.
import { setTimeout as sleep } from 'node:timers/promises';
import { startMixedWork } from '../support/mixed-work.mjs';

const SETTLE_MS = 10_000;
const SAMPLE_MS = 5_000;
const CLIENTS = 4;
const IDLE_MS = 60_000;

const row = (name, title, value) => ({ name, title, unit: 'MB', better: 'lower', target: { value } });

/** Ten seconds after a start on a fresh folder. */
function atRest(name, title, value, settings) {
  return {
    ...row(name, title, value),
    async open(bench) {
      return {
        async ours() {
          const service = await bench.startService(settings);
          await sleep(SETTLE_MS);
          const megabytes = await service.memoryMegabytes();
          await bench.endRow();
          return megabytes;
        },
      };
    },
  };
}

/** The mixed work runs once for both of its rows: --minutes of it, and a minute without. */
let worked;

function underWork(name, title, value, choose) {
  return {
    ...row(name, title, value),
    rounds: 1,
    async open(bench) {
      worked ??= work(bench);
      return { ours: async () => choose(await worked) };
    },
  };
}

async function work(bench) {
  const service = await bench.startService({ ALLOW_PRIVATE_NETWORKS: 'true' });
  const start = await service.memoryMegabytes();
  const mixed = await startMixedWork(service, CLIENTS);
  const busy = await Promise.race([sample(service, bench.options.minutes * 60_000), mixed.ended]);
  const pieces = await mixed.stop();
  const idle = await sample(service, IDLE_MS);
  const note =
    `${start} MB at the start; ${bench.options.minutes} minutes, ${CLIENTS} clients, ${pieces} pieces of work; ` +
    `each minute: ${everyMinute(busy)}; idle: ${idle.join(' ')}`;
  return { during: Math.max(...busy), after: idle.at(-1), note };
}

async function sample(service, lengthMs) {
  const samples = [];
  for (let at = 0; at < lengthMs; at += SAMPLE_MS) {
    await sleep(SAMPLE_MS);
    samples.push(await service.memoryMegabytes());
  }
  return samples;
}

function everyMinute(samples) {
  return samples.filter((_, index) => (index + 1) % (60_000 / SAMPLE_MS) === 0).join(' ');
}

export default [
  atRest('memory-idle', 'Memory at rest', 200, {}),
  atRest('memory-api', 'Memory at rest, an API without jobs', 160, { RUN_JOBS: 'false' }),
  underWork('memory-busy', 'Memory during mixed work, the most', 450, ({ during, note }) => ({
    value: during,
    note,
  })),
  underWork('memory-after', 'Memory a minute after mixed work', 300, ({ after }) => after),
];
