import type { INestApplicationContext } from '@nestjs/common';
import { Connections } from '#libs/platform/http';
import type { ProcessDatabase } from '#libs/platform/process-database';
import { QueueSettings } from '#libs/platform/queue';
import { explainFailure } from './explain-failure.js';

/** Beyond the grace of running jobs. */
const LEFTOVER_CONNECTIONS_MS = 2_000;
/** Well within the 30 seconds that those who stop processes usually wait, with the grace that is the default. */
const HARD_EXIT_MS = 10_000;

/**
 * Ends the process cleanly on SIGTERM and SIGINT: nothing new is accepted, running jobs are finished or handed back,
 * then the database is closed. Ends it at once when its own database has died: what runs it starts it anew.
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

/** Streams, uploads and whatever hangs must not hold a deployment up: their jobs have been handed back by then. */
function boundShutdown(app: INestApplicationContext): void {
  const graceMs = app.get(QueueSettings).shutdownGraceSeconds * 1_000;
  const closeLeftovers = (): void => app.get(Connections).closeAll();
  setTimeout(() => setInterval(closeLeftovers, 500).unref(), graceMs + LEFTOVER_CONNECTIONS_MS).unref();
  setTimeout(() => endNow((graceMs + HARD_EXIT_MS) / 1_000), graceMs + HARD_EXIT_MS).unref();
}

/** Nothing is lost by it: leases of jobs run out, and the shell that holds our own database stops that in its clean way. */
function endNow(seconds: number): never {
  process.stderr.write(
    `Not all has ended ${seconds} seconds after SIGTERM or SIGINT: the process ends now.\n`,
  );
  process.exit(1);
}

/** Says why the process cannot go on, in words for the operator where there are some, and ends it. */
export function failStart(error: unknown, portSetting?: string): never {
  process.stderr.write(`${explainFailure(error, portSetting)}\n`);
  process.exit(1);
}
