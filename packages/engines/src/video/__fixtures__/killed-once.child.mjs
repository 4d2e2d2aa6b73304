// Acts as a process that is killed once from outside, and that says what it knows the next time.
import { existsSync, writeFileSync } from 'node:fs';

process.once('message', ({ path }) => {
  const mark = `${path}.killed`;
  if (existsSync(mark)) {
    const facts = { container: 'avi', durationSeconds: 2, width: 320, height: 180, videoCodec: 'mpeg4' };
    return process.send({ type: 'done', result: facts });
  }
  writeFileSync(mark, '');
  process.kill(process.pid, 'SIGKILL');
});
