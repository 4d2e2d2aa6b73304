import type { QueryRunner } from 'typeorm';
import { rowsOfRunner } from './rows-of-runner.js';

/** Takes a line for the operator, with its facts as fields. */
export type MigrationLog = (text: string, fields: object) => void;

const SAMPLE_MS = 1_000;
const REPORT_EVERY_MS = 10_000;

const STATE_SQL = `
  select a.wait_event_type as "waitType", a.wait_event as "waitEvent", i.phase,
    i.blocks_done as "done", i.blocks_total as total,
    (select string_agg(format('process %s (%s), %s s old', b.pid, b.application_name,
                              round(extract(epoch from now() - b.xact_start))), ', ')
     from pg_stat_activity b where b.pid = any(pg_blocking_pids(a.pid))) as holders
  from pg_stat_activity a left join pg_stat_progress_create_index i using (pid) where a.pid = $1`;

type State = {
  waitType: string | null;
  waitEvent: string | null;
  phase: string | null;
  done: string | null;
  total: string | null;
  holders: string | null;
};

/** Looks at a migration from another connection while it runs, and writes a line every ten seconds. */
export class MigrationProgress {
  /** The transactions whose locks it last waited for. */
  holders: string | undefined;
  private readonly startedAtMs = performance.now();
  private reportedAtMs = this.startedAtMs;
  private readonly timer: NodeJS.Timeout;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly observer: QueryRunner,
    private readonly pid: number | undefined,
    private readonly migration: string,
    private readonly log: MigrationLog,
  ) {
    this.timer = setInterval(() => {
      this.looking ??= this.look().finally(() => (this.looking = undefined));
    }, SAMPLE_MS);
  }

  /** Ends it; its connection is free from then on. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private async look(): Promise<void> {
    const [state] = await rowsOfRunner<State>(this.observer, STATE_SQL, [this.pid]).catch(() => []);
    if (state?.holders) this.holders = state.holders;
    if (performance.now() - this.reportedAtMs < REPORT_EVERY_MS) return;
    this.reportedAtMs = performance.now();
    const seconds = Math.round((this.reportedAtMs - this.startedAtMs) / 1_000);
    const doing = doingOf(state);
    this.log(`Migration ${this.migration} has run for ${seconds} s: ${doing}`, {
      migration: this.migration,
      seconds,
      doing,
    });
  }
}

function doingOf(state: State | undefined): string {
  if (!state) return 'the server says nothing of it';
  if (state.holders) return `it waits for a lock of ${state.holders}`;
  if (state.phase) return `${state.phase}, ${state.done} of ${state.total} blocks`;
  return state.waitEvent ? `it waits for ${state.waitType} ${state.waitEvent}` : 'it works';
}
