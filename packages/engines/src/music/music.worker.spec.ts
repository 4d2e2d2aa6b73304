import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { renderSong, type WorkerMessage } from './music.worker.js';
import { planMusic } from './plan/plan-music.js';

describe('renderSong', () => {
  it('sends four chunks, then one for each that was asked for', async () => {
    const { port1, port2 } = new MessageChannel();
    const received: WorkerMessage[] = [];
    port1.on('message', (message: WorkerMessage) => received.push(message));
    const done = renderSong({ plan: planMusic({ prompt: 'folk', durationSeconds: 8 }), port: port2 });
    while (received.length < 4) await sleep(20);
    await sleep(300);
    expect(received.length).toBe(4);
    port1.postMessage('more');
    port1.postMessage('more');
    while (received.length < 6) await sleep(20);
    await sleep(300);
    expect(received.length).toBe(6);
    port1.close();
    await done;
  });
});
