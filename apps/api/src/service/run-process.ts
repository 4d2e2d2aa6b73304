import type { INestApplicationContext } from '@nestjs/common';
import { Connections } from '#libs/platform/http';
import type { ProcessDatabase } from '#libs/platform/process-database';
import { QueueSettings } from '#libs/platform/queue';
import { explainFailure } from './explain-failure.js';

/** In addition to the grace of running jobs. */
const LEFTOVER_CONNECTIONS_MS = 2_000;
/** With the default grace, well within the 30 seconds that process managers usually wait. */
const HARD_EXIT_MS = 10_000;

/**
 * Ends the process cleanly on SIGTERM and SIGINT: it accepts nothing new, finishes or hands back running jobs, then
 * closes the database. Ends it at once when its own database has died: its supervisor restarts it.
 */
export function stopOnSignals(app: INestApplicationContext, { embedded }: ProcessDatabase): void {
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    boundShutdown(app);
    await app.get(Connections).sayFarewell();
    await app.close();
    await embedded?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop().catch(failStart));
  embedded?.onExit((error) => {
    if (!isStopping) failStart(error);
  });
}

/** Streams, uploads and anything that hangs must not hold up a deployment: their jobs have been handed back by then. */
function boundShutdown(app: INestApplicationContext): void {
  const graceMs = app.get(QueueSettings).shutdownGraceSeconds * 1_000;
  const closeLeftovers = (): void => app.get(Connections).closeAll();
  setTimeout(() => setInterval(closeLeftovers, 500).unref(), graceMs + LEFTOVER_CONNECTIONS_MS).unref();
  setTimeout(() => endNow((graceMs + HARD_EXIT_MS) / 1_000), graceMs + HARD_EXIT_MS).unref();
}

/** Nothing is lost: leases of jobs expire, and the shell around our own database stops that cleanly. */
function endNow(seconds: number): never {
  process.stderr.write(
    `Some work is still running ${seconds} seconds after SIGTERM or SIGINT: the process exits now.\n`,
  );
  process.exit(1);
}

/** Prints why the process cannot continue, for the operator if possible, and ends it. */
export function failStart(error: unknown, portSetting?: string): never {
  process.stderr.write(`${explainFailure(error, portSetting)}\n`);
  process.exit(1);
}
