import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { serviceVersion } from '#libs/platform/config';
import { NO_TRANSACTION } from '#libs/platform/database';
import { QueueSettings } from '#libs/platform/queue';
import { ProcessesRepository, type RunningProcesses } from './processes.repository.js';

const SHOW_EVERY_MS = 10_000;

/** Shows that this process runs, in which version, and lists all that do. */
@Injectable()
export class Presence implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Set before the application starts. */
  answersCallers = true;
  private readonly logger = new Logger(Presence.name);
  private readonly id = uuidv7();
  private readonly version = serviceVersion();
  private timer: NodeJS.Timeout | undefined;
  private showing = Promise.resolve();

  constructor(
    private readonly processes: ProcessesRepository,
    private readonly queue: QueueSettings,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    this.timer = setInterval(() => void this.show(), SHOW_EVERY_MS).unref();
    return this.show();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.showing;
    await this.try(() => this.processes.remove(NO_TRANSACTION, this.id));
  }

  list(): Promise<RunningProcesses[]> {
    return this.processes.list(NO_TRANSACTION);
  }

  private show(): Promise<void> {
    const { version } = this;
    const role = !this.answersCallers ? 'worker' : this.queue.runsJobs ? 'all' : 'api';
    this.showing = this.try(() => this.processes.show(NO_TRANSACTION, this.id, { role, version }));
    return this.showing;
  }

  private async try(change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch (error) {
      this.logger.warn({ err: error }, 'The presence of this process could not be stored');
    }
  }
}
