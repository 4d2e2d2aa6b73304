// npm start, npm run start:worker: installs and builds what has changed, then becomes the API or the worker. Where npm runs
// on an older Node than the service needs, this script runs itself again on the right one.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInForeground } from './foreground.mjs';
import { giveMemoryBack } from './memory.mjs';
import { onNpmEnded } from './parent-watch.mjs';
import { prepare, root } from './prepare.mjs';

/** npm and the terminal both send one Ctrl-C; a later one means that the person has lost patience. */
const SAME_SIGNAL_MS = 1_000;

const script = fileURLToPath(import.meta.url);
const [app = 'api', isBuilt] = process.argv.slice(2);
// npm run dev compiles by itself, and starts what is built without a further check.
const node = isBuilt === '--built' ? process.execPath : await prepare();
const parameters = [script, app, '--built'];
giveMemoryBack(node, parameters);
if (fs.realpathSync(process.execPath) === fs.realpathSync(node)) {
  await becomeService();
} else {
  onNpmEnded(stopCleanly);
  // The channel carries no messages: its end shows the service that this process is gone.
  runInForeground(node, parameters, ['inherit', 'inherit', 'inherit', 'ipc']);
}

async function becomeService() {
  if (fs.existsSync('.env')) process.loadEnvFile('.env');
  for (const signal of ['SIGINT', 'SIGTERM']) takeOnce(signal);
  if (process.connected) {
    process.once('disconnect', stopCleanly);
    process.channel.unref();
  } else {
    onNpmEnded(stopCleanly);
  }
  await import(path.join(root, `dist/apps/${app}/src/main.js`));
}

/**
 * The service stops cleanly at the first signal. Node would kill it at the second, which npm sends at the same moment; before the
 * service listens there is nothing to stop.
 */
function takeOnce(signal) {
  let firstAt;
  process.on(signal, () => {
    const isServiceListening = process.listenerCount(signal) > 1;
    firstAt ??= isServiceListening ? Date.now() : 0;
    if (Date.now() - firstAt > SAME_SIGNAL_MS) process.exit(128 + os.constants.signals[signal]);
  });
}

/** However the parent ended, the service stops cleanly instead of running on unnoticed. */
function stopCleanly() {
  process.kill(process.pid, 'SIGTERM');
}
