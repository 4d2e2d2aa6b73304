import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { ServiceProcess } from '../../support/service-process.js';
import { ApiClient, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const MEGABYTE = 1024 * 1024;
const ATTACKERS = 40;
const OPEN_ROUTE = '/proxy/vidprov/reference2video';

describe('the memory of bodies that are under way', () => {
  let app: TestApp;
  let service: ServiceProcess;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    service = await ServiceProcess.beside(app, { RUN_JOBS: 'false' });
    await service.start();
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await service.kill();
    await app.stop();
  });

  /** Announces 60 MB, sends a third of it, or as much as is taken, and stays. Resolves with what came back by then. */
  function sendPart(): Promise<string> {
    const socket = connect(Number(new URL(service.api.baseUrl).port), '127.0.0.1');
    sockets.push(socket);
    let reply = '';
    let left = 20;
    return new Promise((resolve) => {
      const send = (): void => {
        while (left > 0 && socket.writable) {
          left -= 1;
          if (!socket.write(Buffer.alloc(MEGABYTE, 'a'))) return;
        }
        if (left === 0) setTimeout(() => resolve(reply), 1_000);
      };
      socket.on('data', (chunk) => (reply += chunk.toString())).on('error', () => undefined);
      socket.on('drain', send).on('close', () => resolve(reply));
      socket.write(
        `POST ${OPEN_ROUTE} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${60 * MEGABYTE}\r\n\r\n{"prompt":"`,
      );
      send();
    });
  }

  it('stays bounded while many send a part of what they announce, and others are served', async () => {
    const nobody = new ApiClient(service.api.baseUrl);
    const replies = await Promise.all(Array.from({ length: ATTACKERS }, sendPart));
    expect(await service.peakMegabytes()).toBeLessThan(700);
    const refused = replies.filter((reply) => reply !== '');
    expect(refused.length).toBeGreaterThan(ATTACKERS / 2);
    for (const reply of refused) {
      expect(reply).toMatch(/^HTTP\/1\.1 429 /);
      expect(reply).toMatch(/\r\nRetry-After: 5\r\n/i);
      expect(reply).toMatch(/\r\nConnection: close\r\n/i);
      expect(reply).toContain('{"error":"rate_limited","message":"The bodies of your requests');
    }

    const noise = { raw: { width: 1_200, height: 1_200, channels: 3 as const } };
    const picture = await sharp(randomBytes(1_200 * 1_200 * 3), noise)
      .png()
      .toBuffer();
    const image = picture.toString('base64');
    const large = await service.api.post('/proxy/imgprov/v1/ai/image-relight', { image });
    expect([image.length > 4 * MEGABYTE, large.status]).toEqual([true, 200]);
    expect(await nobody.post(OPEN_ROUTE, {})).toMatchObject({ status: 400 });

    for (const socket of sockets) socket.destroy();
    const longest = { prompt: 'a'.repeat(60 * MEGABYTE) };
    await until(async () => (await nobody.post(OPEN_ROUTE, longest)).status === 400);
  });
});
