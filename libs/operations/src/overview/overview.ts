import { Injectable, Logger } from '@nestjs/common';
import { LedgerCheck } from '#libs/accounts/ledger';
import { BackupsRepository } from '#libs/platform/backup';
import { NO_TRANSACTION } from '#libs/platform/database';
import { Presence } from '#libs/platform/monitoring';
import { withTimeout } from '#libs/platform/runtime';
import { type OverviewResponse, type ProblemResponse, SEVERITIES } from '../dto/overview.response.js';
import { OperationsSettings } from '../operations.settings.js';
import { CurrentProblems, problem, type ServiceReads } from './current-problems.js';
import { TaskHours } from './task-hours.js';

/** How long a part may take; one that takes longer is a problem itself. */
const PATIENCE_MS = 3_000;

type ServiceState = Pick<OverviewResponse, 'processes' | 'last_backup' | 'ledger_checked_at'>;
const UNKNOWN: ServiceState = { processes: [], last_backup: null, ledger_checked_at: null };

/** The figures of a problem that the menu shows. */
const COUNTED = {
  reviews: 'reviews',
  reports: 'reports',
  tasks_uncertain: 'uncertain_tasks',
  jobs_dead: 'dead_jobs',
} as const;

@Injectable()
export class Overview {
  private readonly logger = new Logger(Overview.name);

  constructor(
    private readonly current: CurrentProblems,
    private readonly hours: TaskHours,
    private readonly presence: Presence,
    private readonly ledger: LedgerCheck,
    private readonly backups: BackupsRepository,
    private readonly settings: OperationsSettings,
  ) {}

  async read(): Promise<OverviewResponse> {
    const problems: ProblemResponse[] = [];
    const part = async <T>(name: string, read: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await withTimeout(read(), PATIENCE_MS);
      } catch (error) {
        this.logger.warn({ err: error, part: name }, 'A part of the overview could not be read');
        problems.push(problem('unknown', 'warning', { subject: name }));
        return undefined;
      }
    };
    // Facts and problems are read from the same answers.
    const reads: ServiceReads = {
      processes: this.presence.list(),
      backup: this.backups.last(NO_TRANSACTION),
      check: this.ledger.last(),
    };
    const [figures = { hours: [], days: [] }, service = UNKNOWN, ...found] = await Promise.all([
      part('figures', () => this.hours.read()),
      part('service', () => stateOf(reads)),
      ...Object.entries(this.current.parts(reads)).map(([name, read]) => part(name, read)),
    ]);
    problems.push(...found.flatMap((some) => some ?? []));
    problems.sort(worstFirst);
    const { dashboardUrl, logsUrl } = this.settings;
    return {
      problems,
      waiting: waitingOf(problems),
      ...figures,
      ...service,
      links: { dashboard: dashboardUrl ?? null, logs: logsUrl ?? null },
    };
  }
}

async function stateOf(reads: ServiceReads): Promise<ServiceState> {
  const [processes, backup, check] = await Promise.all([reads.processes, reads.backup, reads.check]);
  return {
    processes,
    last_backup: backup ? { ended_at: backup.endedAt.toISOString(), has_files: backup.hasFiles } : null,
    ledger_checked_at: check?.checkedAt.toISOString() ?? null,
  };
}

function waitingOf(problems: readonly ProblemResponse[]): OverviewResponse['waiting'] {
  const waiting = { reviews: 0, reports: 0, uncertain_tasks: 0, dead_jobs: 0, problems: 0 };
  for (const { kind, severity, count } of problems) {
    if (kind in COUNTED) waiting[COUNTED[kind as keyof typeof COUNTED]] += count ?? 0;
    if (severity !== 'notice') waiting.problems += 1;
  }
  return waiting;
}

/** By severity, then the longest first. */
function worstFirst(a: ProblemResponse, b: ProblemResponse): number {
  const bySeverity = SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
  return bySeverity || (a.since ?? '9').localeCompare(b.since ?? '9');
}
