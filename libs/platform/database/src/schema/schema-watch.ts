import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { isUndefinedInDatabase } from '#libs/platform/errors';
import { DatabaseNotifications } from '../database-notifications.js';
import { SchemaRepository } from './schema.repository.js';
import { findIncompatible, knownMigrations, type RanMigration, SCHEMA_CHANNEL } from './schema-version.js';
import { SchemaTooNew } from './schema.errors.js';

/** A notification may be lost. */
const LOOK_EVERY_MS = 5_000;

/** Whether this process can work on the schema that the database has by now: another version may change it meanwhile. */
@Injectable()
export class SchemaWatch implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(SchemaWatch.name);
  private known: string[] = [];
  private unknown: RanMigration[] = [];
  /** A statement did not find what it names. */
  private hasFailed = false;
  private looking: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly schema: SchemaRepository,
    private readonly notifications: DatabaseNotifications,
  ) {}

  async onModuleInit(): Promise<void> {
    this.known = await knownMigrations();
    const look = (): void => void this.look().catch(() => undefined);
    await this.notifications.listen(SCHEMA_CHANNEL, look);
    this.timer = setInterval(look, LOOK_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Why this process must take no work; undefined while it may. */
  get problem(): string | undefined {
    const incompatible = this.hasFailed ? this.unknown.at(-1) : findIncompatible(this.unknown, this.known);
    return incompatible && new SchemaTooNew(incompatible.name).message;
  }

  /**
   * Reads which migrations have run.
   * @throws Error when the database does not answer.
   */
  look(): Promise<void> {
    this.looking ??= this.lookNow().finally(() => (this.looking = undefined));
    return this.looking;
  }

  /** Takes note of an error. Beside migrations that are unknown here, a missing column says that one was not harmless. */
  async note(error: unknown): Promise<void> {
    if (!isUndefinedInDatabase(error)) return;
    this.hasFailed = true;
    await this.look().catch(() => undefined);
  }

  private async lookNow(): Promise<void> {
    const before = this.problem;
    this.unknown = await this.schema.listUnknown(this.known);
    if (this.unknown.length === 0) this.hasFailed = false;
    const { problem } = this;
    if (problem && !before) this.logger.error(`This process takes no more work. ${problem}`);
    if (before && !problem) this.logger.log('The schema of the database fits again');
  }
}
