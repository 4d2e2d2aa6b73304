import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { DatabaseSettings } from './database.settings.js';
import type { TransactionScope } from './transaction-runner.js';

const RECONNECT_DELAY_MS = 500;

type Listener = (payload: string) => void;

/**
 * Messages between processes through LISTEN/NOTIFY. They are a hint to look at the database, never the only carrier of
 * a fact: while the connection is down messages are lost, so every listener also has a slower path, and is called with
 * an empty payload after each reconnection.
 */
@Injectable()
export class DatabaseNotifications implements OnApplicationShutdown {
  private readonly logger = new Logger(DatabaseNotifications.name);
  private readonly listeners = new Map<string, Set<Listener>>();
  private client: pg.Client | undefined;
  private isClosed = false;
  private retry: NodeJS.Timeout | undefined;

  constructor(private readonly settings: DatabaseSettings) {}

  /** Sends `payload` (at most 7,900 bytes) to every process when the transaction commits. */
  async notify(scope: TransactionScope, channel: string, payload: string): Promise<void> {
    await scope.manager.query('select pg_notify($1, $2)', [channel, payload]);
  }

  /**
   * Calls `listener` for each message on `channel` from now on.
   * @returns A function that ends it.
   */
  async listen(channel: string, listener: Listener): Promise<() => void> {
    const known = this.listeners.get(channel) ?? new Set<Listener>();
    this.listeners.set(channel, known.add(listener));
    if (!this.client) await this.connect();
    else if (known.size === 1) await this.client.query(`listen ${pg.escapeIdentifier(channel)}`);
    return () => known.delete(listener);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.retry);
    await this.client?.end();
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.settings.url?.reveal(),
      application_name: 'atelier-listen',
      keepAlive: true,
    });
    this.client = client;
    client.on('notification', ({ channel, payload }) => this.dispatch(channel, payload ?? ''));
    client.on('error', (error) => this.reconnect(client, error));
    client.on('end', () => this.reconnect(client));
    try {
      await client.connect();
      for (const channel of this.listeners.keys())
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      this.reconnect(client, error);
    }
  }

  private reconnect(lost: pg.Client, error?: unknown): void {
    if (this.isClosed || this.client !== lost || this.retry) return;
    this.logger.warn({ err: error }, 'The listening connection is lost; connecting again');
    this.retry = setTimeout(() => {
      this.retry = undefined;
      void this.connect().then(() => this.wakeAll());
    }, RECONNECT_DELAY_MS);
    this.retry.unref();
  }

  private wakeAll(): void {
    for (const channel of this.listeners.keys()) this.dispatch(channel, '');
  }

  private dispatch(channel: string, payload: string): void {
    for (const listener of this.listeners.get(channel) ?? []) listener(payload);
  }
}
