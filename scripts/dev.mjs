// npm run dev: the service, and the service again after each change of a source that compiles. Settings as for npm start.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import readline from 'node:readline';
import { MEMORY_SETTINGS } from './memory.mjs';
import { onNpmEnded } from './parent-watch.mjs';
import { isBuilt, prepare, root, unstampBuild } from './prepare.mjs';

const node = await prepare();
let service;
let restarting = Promise.resolve();
let isStopping = false;

startService();
const compiler = spawn(node, ['node_modules/@nestjs/cli/bin/nest.js', 'build', 'api', '--watch'], {
  cwd: root,
  env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
onNpmEnded(stop);
compiler.on('exit', () => {
  if (!isStopping) console.error('The compiler ended.');
  void stop();
});
for await (const line of readline.createInterface(compiler.stdout)) take(line);

/** Errors are shown at once; the running service stays until there are none. */
function take(line) {
  if (line.includes('File change detected')) {
    // Files whose source is gone stay in dist/, so the next npm start builds again.
    unstampBuild();
  } else if (/Found 0 errors/.test(line)) {
    // The first compilation brings nothing new, unless a file was saved before the compiler had read it.
    if (isBuilt()) return;
    unstampBuild();
    restart();
  } else if (/Found \d+ errors?/.test(line)) {
    console.error(`${line.replace(/ Watching.*/, '')} The service stays as it was.`);
  } else if (line.trim() !== '' && !line.includes('Starting compilation')) {
    console.error(line);
  }
}

/** One restart at a time; further changes meanwhile are part of the next one. */
function restart() {
  restarting = restarting.then(async () => {
    if (isStopping) return;
    const startedAt = Date.now();
    await stopService();
    startService();
    console.error(`Compiled; starting again (stopped in ${Date.now() - startedAt} ms) ...`);
  });
}

function startService() {
  // The channel carries no messages: its end shows the service that this process is gone.
  service = spawn(node, ['--enable-source-maps', 'scripts/start.mjs', 'api', '--built'], {
    cwd: root,
    env: {
      ...MEMORY_SETTINGS,
      ...process.env,
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.atelier/compile-cache'),
    },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const started = service;
  service.on('exit', (code) => {
    if (service === started && code !== 0 && !isStopping)
      console.error('The service ended; it starts again after the next change.');
  });
}

async function stopService() {
  const running = service;
  service = undefined;
  if (!running || running.exitCode !== null || running.signalCode !== null) return;
  running.kill('SIGTERM');
  await once(running, 'exit');
}

async function stop() {
  if (isStopping) return;
  isStopping = true;
  compiler.kill();
  await restarting;
  await stopService();
  process.exit(0);
}
