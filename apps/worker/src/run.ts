import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InvalidSettings } from '#libs/platform/config';
import { HttpSettings } from '#libs/platform/http';
import { MonitoringSettings, Presence } from '#libs/platform/monitoring';
import { createApplication, failStart, prepareProcess, stopOnSignals } from '../../api/src/service/index.js';
import { answerMonitoringOnly } from './monitoring-only.js';

/** Runs jobs, and answers monitoring. Any number of workers may share one database with any number of API processes. */
async function main(): Promise<void> {
  if (!process.env.DATABASE_URL?.trim()) {
    throw new InvalidSettings([
      'DATABASE_URL must be set: a worker shares the database of the API processes',
    ]);
  }
  const database = await prepareProcess(
    { ...process.env, RUN_JOBS: 'true' },
    (env) => new MonitoringSettings(env).workerPort,
  );
  const { log } = database;
  const app = await createApplication(database.env, { log });
  answerMonitoringOnly(app);
  app.get(Presence).answersCallers = false;
  stopOnSignals(app, database);
  await database.freePort();
  await app.listen(app.get(MonitoringSettings).workerPort, app.get(HttpSettings).host);
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  const health = `http://localhost:${port}/health/ready`;
  log.announce({ health }, 'Atelier worker is ready', `\n  Atelier worker is ready     ${health}\n`);
}

await main().catch((error: unknown) => failStart(error, 'WORKER_PORT'));
