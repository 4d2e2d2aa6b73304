import type { INestApplicationContext } from '@nestjs/common';
import { explainFailure } from './explain-failure.js';
import type { ProcessDatabase } from './process-database.js';

/**
 * Ends the process cleanly on SIGTERM and SIGINT: nothing new is accepted, running jobs are finished or handed back,
 * then the database is closed. Ends it at once when its own database has died: what runs it starts it anew.
 */
export function stopOnSignals(app: INestApplicationContext, { embedded }: ProcessDatabase): void {
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    await app.close();
    await embedded?.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  embedded?.onExit((error) => {
    if (!isStopping) failStart(error);
  });
}

/** Says why the process cannot go on, in words for the operator where there are some, and ends it. */
export function failStart(error: unknown): never {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(1);
}
