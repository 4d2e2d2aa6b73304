import path from 'node:path';
import { Environment, InvalidSettings, readSettings } from '#libs/platform/config';
import {
  connectAtStart,
  DatabaseSettings,
  hasCluster,
  reachEmbeddedPostgres,
  requireSchema,
} from '#libs/platform/database';
import { withDatabase } from '#libs/platform/process-database';
import { DiskRoom, requireStorage, StorageSettings } from '#libs/platform/storage';
import { explainFailure, SETTINGS } from '../../api/src/service/index.js';

type Check = { name: string; state: 'ok' | 'warn' | 'fail'; message: string };

/** Signatures and signed links go by the time of each machine. */
const SKEW_WARNING_MS = 2_000;
const MEGABYTE = 1024 * 1024;

/** Looks at what a service with these settings stands on, and changes nothing; prints the checks as JSON, for `atelier doctor`. */
async function main(): Promise<void> {
  const checks = [checkSettings()];
  if (checks[0]?.state === 'ok')
    checks.push(...(await checkDatabase()), await checkStorage(), ...(await checkDisk()));
  console.log(JSON.stringify(checks));
}

function checkSettings(): Check {
  const name = 'settings';
  try {
    readSettings(new Environment(process.env), SETTINGS);
    return { name, state: 'ok', message: 'all are valid' };
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error;
    return { name, state: 'fail', message: error.problems.join('; ') };
  }
}

async function checkDatabase(): Promise<Check[]> {
  const env = new Environment(process.env);
  const isOwn = new DatabaseSettings(env).sessionUrl === undefined;
  const folder = path.resolve(new StorageSettings(env).dataDir, 'postgres');
  if (isOwn && !hasCluster(folder))
    return [
      { name: 'database', state: 'warn', message: `there is none in ${folder} yet: atelier up makes it` },
    ];
  return withDatabase(process.env, reachEmbeddedPostgres, readDatabase).catch((error: unknown) => [
    { name: 'database', state: 'fail', message: explainFailure(error) },
  ]);
}

async function readDatabase(url: string): Promise<Check[]> {
  const client = await connectAtStart(url);
  try {
    const before = Date.now();
    const { rows } = await client.query<{ now: Date; version: string }>(
      `select clock_timestamp() as now, current_setting('server_version') as version`,
    );
    const [{ now, version } = { now: new Date(), version: '' }] = rows;
    const skewMs = Math.round(now.getTime() - (before + Date.now()) / 2);
    const schema = await requireSchema(url).then(
      () => 'its schema is the newest',
      (error: Error) => error.message,
    );
    return [
      { name: 'database', state: 'ok', message: `PostgreSQL ${version} answers; ${schema}` },
      {
        name: 'time of the database',
        state: Math.abs(skewMs) > SKEW_WARNING_MS ? 'warn' : 'ok',
        message:
          Math.abs(skewMs) > SKEW_WARNING_MS
            ? `it differs by ${skewMs} ms: have NTP set both clocks`
            : 'agrees with this machine',
      },
    ];
  } finally {
    await client.end();
  }
}

async function checkStorage(): Promise<Check> {
  const settings = new StorageSettings(new Environment(process.env));
  const where = settings.driver === 's3' ? `the bucket ${settings.bucket}` : path.resolve(settings.dataDir);
  return requireStorage(settings).then(
    () => ({ name: 'storage', state: 'ok', message: `a file was stored in ${where} and removed again` }),
    (error: unknown) => ({ name: 'storage', state: 'fail', message: explainFailure(error) }),
  );
}

async function checkDisk(): Promise<Check[]> {
  const settings = new StorageSettings(new Environment(process.env));
  const room = new DiskRoom(settings);
  const { free, total } = await room.space();
  if (free === undefined || total === undefined) return [];
  const isShort = settings.driver === 'disk' && free < room.reserve(total);
  const freeMb = Math.round(free / MEGABYTE);
  return [
    {
      name: 'disk',
      state: isShort ? 'fail' : 'ok',
      message: isShort
        ? `${freeMb} MB are free, less than the reserve: uploads are refused. Make room, or use a larger disk`
        : `${freeMb} MB are free`,
    },
  ];
}

await main();
