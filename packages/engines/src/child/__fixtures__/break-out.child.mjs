// Plays a decoder that an attacker has taken over: tries forbidden acts, and reports which succeeded.
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import sharp from 'sharp';

process.on('disconnect', () => process.exit(1));
process.once('message', async (job) => {
  const tries = {
    readsInput: () => readFile(job.input),
    decodesInput: () => sharp(job.input).metadata(),
    writesResult: () => writeFile(path.join(job.folder, 'result'), 'x'),
    readsSecret: () => readFile(job.secret),
    // Native code, which Node does not ask.
    decodesSecret: () => sharp(job.secret).metadata(),
    writesElsewhere: () => sharp(job.input).toFile(job.elsewhere),
    changesTheService: () => sharp(job.input).toFile(job.changed),
    connects: () => connected(job.port),
  };
  const result = {};
  for (const [name, attempt] of Object.entries(tries))
    result[name] = await attempt().then(
      () => true,
      () => false,
    );
  process.send({ type: 'done', result });
});

function connected(port) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy()));
    socket.once('error', reject);
  });
}
