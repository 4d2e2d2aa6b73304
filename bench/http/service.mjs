// Starts the compiled service on a fresh folder and talks to it.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MEMORY_SETTINGS } from '../../scripts/memory.mjs';

const TOKEN = 'benchmark-token-of-40-characters-in-all-';

export async function startService(settings = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-bench-'));
  const child = spawn(process.execPath, ['dist/apps/api/src/main.js'], {
    env: {
      ...MEMORY_SETTINGS,
      ...process.env,
      DATA_DIR: folder,
      PORT: '0',
      HOST: '127.0.0.1',
      ADMIN_TOKEN: TOKEN,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressOf(child);
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

  async function call(method, target, body) {
    const reply = await fetch(url + target, { method, headers, body: body && JSON.stringify(body) });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${target}: ${reply.status} ${text}`);
    return text && JSON.parse(text);
  }

  return {
    url,
    token: TOKEN,
    post: (target, body) => call('POST', target, body),
    async completed(id) {
      for (;;) {
        const task = await call('GET', `/tasks/${id}`);
        if (task.status === 'succeeded') return task;
        if (['failed', 'canceled'].includes(task.status)) throw new Error(`${id}: ${task.error_message}`);
        await sleep(10);
      }
    },
    async cancelAll() {
      for (;;) {
        const { tasks } = await call('GET', '/tasks?limit=100&status=created');
        if (tasks.length === 0) return;
        await Promise.allSettled(tasks.map(({ id }) => call('POST', `/tasks/${id}/cancel`)));
      }
    },
    async memoryMegabytes() {
      const status = fs.readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
    },
    pid: child.pid,
    signal: (name) => child.kill(name),
    async stop() {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

function addressOf(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}`)));
    child.stdout.setEncoding('utf8').on('data', (part) => {
      text += part;
      const address = /"url":"http:\/\/[^:]+:(\d+)".*"Atelier is ready"/.exec(text);
      if (address) resolve(`http://127.0.0.1:${address[1]}`);
    });
  });
}
