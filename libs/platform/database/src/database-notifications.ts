import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { DatabaseClient } from './database-client.js';
import { DatabaseSettings } from './database.settings.js';
import { NO_TRANSACTION, type StatementScope, type TransactionScope } from './statement-scope.js';

const RECONNECT_DELAY_MS = 500;

type Listener = (payload: string) => void;

/**
 * The one connection of a process that stays open: it hears messages of other processes (LISTEN/NOTIFY) and holds what
 * shows that this one lives. Messages are a hint to look at the database, never the only carrier of a fact: while the
 * connection is down they are lost, so every listener also has a slower path, and is called with an empty payload after
 * each reconnection.
 */
@Injectable()
export class DatabaseNotifications implements OnApplicationShutdown {
  private readonly logger = new Logger(DatabaseNotifications.name);
  private readonly listeners = new Map<string, Set<Listener>>();
  /** Statements whose effect lasts as long as their session; each connection begins with all of them. */
  private readonly held: { text: string; values: unknown[] }[] = [];
  private client: pg.Client | undefined;
  /** Messages that the next statement sends, by channel. */
  private readonly rings = new Map<string, Set<string>>();
  private isRinging = false;
  private isClosed = false;
  private retry: NodeJS.Timeout | undefined;

  constructor(private readonly settings: DatabaseSettings) {}

  /** Sends `payload` (at most 7,900 bytes) to every process when the transaction commits. */
  async notify(scope: TransactionScope, channel: string, payload: string): Promise<void> {
    await scope.manager.query('select pg_notify($1, $2)', [channel, payload]);
  }

  /**
   * As `notify`, but after the commit, or now without a transaction: a message within it makes every commit of the server
   * wait for the disk one after the other. It is lost when the process ends in between.
   */
  ring(scope: StatementScope, channel: string, payload: string): void {
    const add = (): void => {
      this.rings.set(channel, (this.rings.get(channel) ?? new Set()).add(payload));
      if (!this.isRinging) void this.sendRings();
    };
    if (scope === NO_TRANSACTION) add();
    else scope.afterCommit(add);
  }

  /**
   * Calls `listener` for each message on `channel` from now on; without a connection, from the next one on.
   * @returns A function that ends it.
   */
  async listen(channel: string, listener: Listener): Promise<() => void> {
    const known = this.listeners.get(channel);
    const listeners = known ?? new Set<Listener>();
    this.listeners.set(channel, listeners.add(listener));
    if (!known) await this.hold(`listen ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
    return () => listeners.delete(listener);
  }

  /**
   * Runs a statement now and at the beginning of every later connection, for what a session holds, such as a lock.
   * @throws the error of the database when it cannot be run now; it is run with the next connection all the same.
   */
  async hold(text: string, values: unknown[] = []): Promise<void> {
    this.held.push({ text, values });
    if (this.client) await this.client.query(text, values);
    else await this.connect();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.retry);
    await this.client?.end();
  }

  /** All that are rung while one statement runs go into the next. */
  private async sendRings(): Promise<void> {
    this.isRinging = true;
    try {
      while (this.rings.size > 0 && !this.isClosed) {
        if (!this.client) await this.connect();
        const all = [...this.rings].flatMap(([channel, payloads]) =>
          [...payloads].map((one) => [channel, one]),
        );
        this.rings.clear();
        await this.client?.query(
          'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as r(channel, payload)',
          [all.map(([channel]) => channel), all.map(([, payload]) => payload)],
        );
      }
    } catch {
      // Lost, like those that others send while the connection is down.
      this.rings.clear();
    } finally {
      this.isRinging = false;
    }
  }

  private async connect(): Promise<void> {
    const client = new DatabaseClient({
      connectionString: this.settings.sessionUrl,
      application_name: 'atelier-listen',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    this.client = client;
    client.on('notification', ({ channel, payload }) => this.dispatch(channel, payload ?? ''));
    client.on('error', (error) => this.reconnect(client, error));
    client.on('end', () => this.reconnect(client));
    try {
      await client.connect();
      for (const { text, values } of this.held) await client.query(text, values);
    } catch (error) {
      this.reconnect(client, error);
      void client.end().catch(() => undefined);
      throw error;
    }
    if (this.isClosed) await client.end();
  }

  private reconnect(lost: pg.Client, error?: unknown): void {
    if (this.isClosed || this.client !== lost || this.retry) return;
    this.logger.warn({ err: error }, 'The listening connection is lost; connecting again');
    this.retry = setTimeout(() => {
      this.retry = undefined;
      this.connect().then(
        () => this.wakeAll(),
        () => undefined, // It has planned the next attempt.
      );
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
