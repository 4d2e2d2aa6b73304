// Starts the compiled service and talks to it.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MEMORY_SETTINGS } from '../../scripts/memory.mjs';

const TOKEN = 'benchmark-token-of-40-characters-in-all-';

/**
 * Starts the service on a fresh folder unless `settings` has DATA_DIR. `command` starts it in another way. `readyMs` is the time
 * until it is ready.
 */
export async function startService(
  settings = {},
  { command = [process.execPath, 'dist/apps/api/src/main.js'] } = {},
) {
  const folder = temporaryFolder();
  const startedAt = performance.now();
  const child = spawn(command[0], command.slice(1), {
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
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = await addressOf(child);
  const readyMs = performance.now() - startedAt;
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
    headers,
    readyMs,
    get: (target) => call('GET', target),
    post: (target, body) => call('POST', target, body),
    async completed(id) {
      for (;;) {
        const task = await call('GET', `/tasks/${id}`);
        if (task.status === 'succeeded') return task;
        if (['failed', 'canceled'].includes(task.status)) throw new Error(`${id}: ${task.error_message}`);
        await sleep(10);
      }
    },
    /** Until no task waits or runs. */
    async cancelAll() {
      for (;;) {
        const found = await Promise.all(
          ['created', 'queued', 'processing'].map((status) =>
            call('GET', `/tasks?limit=100&status=${status}`),
          ),
        );
        const tasks = found.flatMap(({ tasks }) => tasks);
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
      await ended;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A folder that the database's account may enter, also as root; otherwise its files would be kept elsewhere and left behind. */
export function temporaryFolder() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-bench-'));
  fs.chmodSync(folder, 0o711);
  return folder;
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
