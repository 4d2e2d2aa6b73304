// Portkey's gateway as in production, without its console.
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.mjs';

const port = await freePort();
process.env.NODE_ENV = 'production';
process.argv.push(`--port=${port}`, '--headless');
await import('@portkey-ai/gateway/build/start-server.js');
while (
  !(await fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  ))
)
  await sleep(50);
process.send(port);
