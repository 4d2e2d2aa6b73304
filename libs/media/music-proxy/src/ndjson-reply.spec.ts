import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { sendNdjson } from './ndjson-reply.js';

const LINE = `${JSON.stringify({ data: 'x'.repeat(80_000) })}\n`;

describe('sendNdjson', () => {
  it('takes no more lines than its reader reads, and stops when the reader leaves', async () => {
    let taken = 0;
    let hasEnded = false;
    async function* endless(signal: AbortSignal): AsyncGenerator<string> {
      try {
        while (!signal.aborted) {
          taken += 1;
          yield LINE;
        }
      } finally {
        hasEnded = true;
      }
    }
    const app = express().get('/', (_request, response) => {
      const gone = new AbortController();
      response.on('close', () => gone.abort());
      void sendNdjson(response, endless(gone.signal), gone.signal);
    });
    const server = createServer(app).listen(0);
    const socket = connect((server.address() as AddressInfo).port);
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    let before = -1;
    while (taken === 0 || taken !== before) {
      before = taken;
      await sleep(100);
    }
    // What the system's socket buffers hold, and no more.
    expect(taken * LINE.length).toBeLessThan(16 * 1024 * 1024);
    socket.resume();
    while (taken < before + 50) await sleep(5);
    socket.destroy();
    while (!hasEnded) await sleep(5);
    server.close();
  });
});
