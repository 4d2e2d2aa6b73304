// Loaded into the service before it starts: measures how long its event loop was busy at a stretch, and tells on demand. The
// share of the processor's time in it stays the same on a machine that others use, too.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let longest = 0;
let last = used();
setInterval(() => {
  const now = used();
  longest = Math.max(longest, now - last);
  last = now;
}, 1).unref();
process.on('SIGUSR2', () => {
  writeFileSync(process.env.LOOP_DELAY_FILE, JSON.stringify({ wall: delay.max / 1e6, processor: longest }));
  delay.reset();
  longest = 0;
});

/** Milliseconds of the processor that the thread of the event loop has taken. */
function used() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
