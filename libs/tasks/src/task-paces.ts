import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { NO_TRANSACTION } from '#libs/platform/database';
import type { Task } from './task.entity.js';
import { TasksRepository } from './tasks.repository.js';

const READ_EVERY_MS = 5_000;
/** One task that took a thousand times as long, such as one that waited for an admin, does not make an estimate. */
const BOUNDS = { least: 0.25, most: 50 };

/** How long recent tasks took, against what their providers had thought: five seconds old at most. */
@Injectable()
export class TaskPaces implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(TaskPaces.name);
  private paces: ReadonlyMap<string, number> = new Map();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly tasks: TasksRepository) {}

  async onApplicationBootstrap(): Promise<void> {
    this.timer = setInterval(() => void this.read(), READ_EVERY_MS).unref();
    await this.read();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** By how much longer, or shorter, the work of a provider takes than it thinks; 1 where no task has shown it. */
  of({ kind, provider }: Pick<Task, 'kind' | 'provider'>): number {
    const pace = this.paces.get(`${kind} ${provider}`) ?? 1;
    return Math.min(BOUNDS.most, Math.max(BOUNDS.least, pace));
  }

  /** What was read before stays when the database is away. */
  private async read(): Promise<void> {
    try {
      const rows = await this.tasks.listPaces(NO_TRANSACTION);
      this.paces = new Map(rows.map(({ kind, provider, pace }) => [`${kind} ${provider}`, pace]));
    } catch (error) {
      this.logger.warn({ err: error }, 'How long tasks take could not be read; it is tried again');
    }
  }
}
