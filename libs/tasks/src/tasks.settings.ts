import { Settings } from '#libs/platform/config';

/** How many tasks of one caller may wait. */
export class TasksSettings extends Settings {
  readonly waitingPerUser = this.waiting('WAITING_TASKS_PER_USER', 1_000, 'one user');

  readonly waitingPerAddress = this.waiting(
    'WAITING_TASKS_PER_ADDRESS',
    100,
    'the callers without a token at one address',
  );

  private waiting(name: string, fallback: number, whose: string): number {
    return this.env.int(name, {
      min: 0,
      max: 1_000_000,
      default: fallback,
      description: `Most tasks of ${whose} that wait for their turn; more are answered 429. 0 for no limit.`,
    });
  }
}
