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
/** Tasks behind an estimate. It is their median, so that one that waited for an admin does not distort it. */
const MOST_ALIKE = 9;
/** Tasks count as alike whose predictions differ by at most this factor. */
const ALIKE = 2;
const PACE_BOUNDS = { least: 0.25, most: 50 };

type TakenTime = { seconds: number; predictedSeconds: number };

/** How long recent tasks took, compared to their providers' predictions; at most five seconds old. */
@Injectable()
export class TaskPaces implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(TaskPaces.name);
  private recent: ReadonlyMap<string, readonly TakenTime[]> = new Map();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly tasks: TasksRepository) {}

  async onApplicationBootstrap(): Promise<void> {
    this.timer = setInterval(() => void this.read(), READ_EVERY_MS).unref();
    await this.read();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** The provider's prediction, corrected by recent tasks of that kind and size, in whole seconds. */
  estimate(of: Pick<Task, 'kind' | 'provider'>, predictedSeconds: number): number {
    const recent = this.recent.get(key(of)) ?? [];
    const alike = recent.filter(
      (task) =>
        task.predictedSeconds <= predictedSeconds * ALIKE &&
        predictedSeconds <= task.predictedSeconds * ALIKE,
    );
    // That small tasks were quick says nothing about a large one; that they were slow means that the machine is busy.
    const pace = alike.length > 0 ? paceOf(alike) : Math.max(1, paceOf(recent));
    return Math.ceil(predictedSeconds * Math.min(PACE_BOUNDS.most, Math.max(PACE_BOUNDS.least, pace)));
  }

  /** Keeps the old values while the database is away. */
  private async read(): Promise<void> {
    try {
      this.recent = Map.groupBy(await this.tasks.listTakenTimes(NO_TRANSACTION), key);
    } catch (error) {
      this.logger.warn({ err: error }, 'How long tasks took could not be read; trying again');
    }
  }
}

function key({ kind, provider }: Pick<Task, 'kind' | 'provider'>): string {
  return `${kind} ${provider}`;
}

/** The median of the newest, which come first; 1 for none. */
function paceOf(tasks: readonly TakenTime[]): number {
  const paces = tasks.slice(0, MOST_ALIKE).map(({ seconds, predictedSeconds }) => seconds / predictedSeconds);
  return paces.sort((a, b) => a - b)[paces.length >> 1] ?? 1;
}
