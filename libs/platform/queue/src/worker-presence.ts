import { randomInt } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import pg from 'pg';
import { DatabaseSettings } from '#libs/platform/database';

/** First half of the advisory locks that stand for live processes; arbitrary, but the same in every version. */
export const PRESENCE_LOCK_CLASS = 7_236_155;
const WORKER_ID_MAX = 2 ** 31 - 1;
const RECONNECT_DELAY_MS = 500;

/**
 * The sign of life of a process that runs jobs: one connection that holds an advisory lock named by the worker id.
 * The database drops the lock the moment the process ends, however it ends, so that others take its jobs over at once.
 * The same connection listens for new jobs.
 */
@Injectable()
export class WorkerPresence {
  /** Names this process in leases; random, so it is never used twice. */
  readonly workerId = randomInt(1, WORKER_ID_MAX);
  /** The channel on which new jobs are told; undefined until it is known. */
  channel: string | undefined;
  private readonly logger = new Logger(WorkerPresence.name);
  private client: pg.Client | undefined;
  private isClosed = false;
  private retry: NodeJS.Timeout | undefined;
  private listener: (jobName: string) => void = () => undefined;

  constructor(private readonly settings: DatabaseSettings) {}

  /**
   * Takes the lock.
   * @throws the error of the database when the first connection fails.
   */
  async open(): Promise<void> {
    this.client = await this.connect();
    if (this.isClosed) await this.client.end();
  }

  /** Calls `listener` with the name of a queue when a job was added to it; with '' when any may have been. */
  onJob(listener: (jobName: string) => void): void {
    this.listener = listener;
  }

  /** The part that the job library calls. */
  async listen(
    channel: string,
    onNotification: (payload: string) => void,
  ): Promise<{ close: () => Promise<void> }> {
    this.channel = channel;
    this.onNotification = onNotification;
    await this.client?.query(`listen ${pg.escapeIdentifier(channel)}`);
    return { close: async () => undefined };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.retry);
    await this.client?.end();
  }

  private onNotification: (payload: string) => void = () => undefined;

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.settings.url?.reveal() ?? 'postgresql://localhost/atelier',
      application_name: 'atelier-worker',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    client.on('notification', ({ payload }) => {
      this.onNotification(payload ?? '');
      this.listener(payload ?? '');
    });
    client.on('error', (error) => this.reconnect(client, error));
    client.on('end', () => this.reconnect(client));
    await client.connect();
    // Shared, so that it need not wait for a lost session which the server has not noticed yet.
    await client.query('select pg_advisory_lock_shared($1, $2)', [PRESENCE_LOCK_CLASS, this.workerId]);
    if (this.channel) await client.query(`listen ${pg.escapeIdentifier(this.channel)}`);
    return client;
  }

  private reconnect(lost: pg.Client, error?: unknown): void {
    if (this.isClosed || this.client !== lost || this.retry) return;
    this.logger.warn(
      { err: error },
      'The connection that shows this process alive is lost; connecting again',
    );
    // Set until the attempt has ended: late events of the lost client must not start a second one.
    this.retry = setTimeout(() => {
      this.open().then(
        () => {
          this.retry = undefined;
          this.listener('');
        },
        (failure: unknown) => {
          this.retry = undefined;
          this.reconnect(lost, failure);
        },
      );
    }, RECONNECT_DELAY_MS);
    this.retry.unref();
  }
}
