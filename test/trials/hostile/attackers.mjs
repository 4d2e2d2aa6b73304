// The attackers' process. It yields to the service, because real attackers use other machines.
import fs from 'node:fs';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../support/random.mjs';
import { attacksOn } from './attacks.mjs';

const { url, token, clip, seed, only } = JSON.parse(process.argv[2]);
const random = new Random(seed);
const outcomes = {};
let isOver = false;
os.setPriority(19);
process.on('disconnect', () => process.exit());
process.on('message', () => {
  isOver = true;
  process.send(outcomes, () => process.exit());
});

const attacks = await attacksOn({ url, token, random, clip: fs.readFileSync(clip) });
attacks
  .filter(({ name }) => !only || only.split(',').includes(name))
  .forEach(({ name, run, actors, pauseMs, addresses }, index) => {
    outcomes[name] = {};
    for (let actor = 0; actor < actors; actor += 1) {
      void repeat(name, () => run(`127.0.${index + 1}.${(actor % addresses) + 1}`), pauseMs);
    }
  });

async function repeat(name, run, pauseMs) {
  await sleep(random.between(0, pauseMs));
  while (!isOver) {
    const outcome = await run();
    outcomes[name][outcome] = (outcomes[name][outcome] ?? 0) + 1;
    await sleep(random.between(pauseMs / 2, pauseMs * 1.5));
  }
}
