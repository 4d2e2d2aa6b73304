// Loaded into the service before it starts: measures how long its event loop was busy at a stretch, and tells on demand.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => {
  writeFileSync(process.env.LOOP_DELAY_FILE, String(delay.max / 1e6));
  delay.reset();
});
