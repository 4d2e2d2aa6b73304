// Memory of the service while a large video is uploaded for music. Usage: npm run bench -- upload [--megabytes 1000]
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bigForm, writeClip } from '../support/big-video.mjs';
import { milliseconds, readStream } from '../support/read-stream.mjs';
import { startService, temporaryFolder } from '../support/service.mjs';

const { values: options } = parseArgs({ options: { megabytes: { type: 'string', default: '1000' } } });
const folder = temporaryFolder();
const service = await startService();
try {
  await reportUpload(Number(options.megabytes));
} finally {
  await service.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}

async function reportUpload(megabytes) {
  const clip = await writeClip(folder, 2);
  for (let count = 0; count < 3; count += 1) await upload(clip, 20);
  await sleep(2_000);
  const before = await service.memoryMegabytes();
  let highest = before;
  let isOver = false;
  const watch = (async () => {
    while (!isOver) {
      highest = Math.max(highest, await service.memoryMegabytes());
      await sleep(20);
    }
  })();
  const began = process.hrtime.bigint();
  const reply = await upload(clip, megabytes);
  isOver = true;
  await watch;
  const seconds = milliseconds(began, reply.sentAt) / 1_000;
  const firstEventMs = milliseconds(reply.sentAt, reply.lines[0].at);
  console.log(
    `\nUpload of ${megabytes} MB: ${seconds.toFixed(1)} s, first event ${firstEventMs.toFixed(0)} ms after it; ` +
      `memory ${before} MB before, ${highest} MB at most until the end of the stream (+${highest - before})`,
  );
}

async function upload(clip, megabytes) {
  const { headers, send } = await bigForm(clip, megabytes);
  return readStream(
    `${service.url}/proxy/musprov/v2m/generate`,
    { ...headers, authorization: `Bearer ${service.token}` },
    send,
  );
}
