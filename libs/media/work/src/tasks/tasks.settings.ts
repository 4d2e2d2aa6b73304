import { Settings } from '#libs/platform/config';

/** How many tasks of one caller may wait, and how long tasks are kept. */
export class TasksSettings extends Settings {
  readonly waitingPerUser = this.waiting('WAITING_TASKS_PER_USER', 1_000, 'one user');

  readonly waitingPerAddress = this.waiting(
    'WAITING_TASKS_PER_ADDRESS',
    100,
    'the callers without a token at one address',
  );

  readonly retentionDays = this.env.int('OUTPUT_RETENTION_DAYS', {
    min: 0,
    max: 3_650,
    default: 0,
    description:
      'Days after its end when a task loses its files, its request, its events and its deliveries; its row stays. 0 to keep it for ever. A request may ask for less with the header `Output-Retention-Hours`. Tasks that ended before this was set expire too, a day after the start at the earliest.',
  });

  private waiting(name: string, fallback: number, whose: string): number {
    return this.env.int(name, {
      min: 0,
      max: 1_000_000,
      default: fallback,
      description: `Most waiting tasks of ${whose}; more are answered 429. 0 for no limit.`,
    });
  }
}
