import { Injectable } from '@nestjs/common';
import type { LedgerCheck } from '#libs/accounts/ledger';
import { WebhookFailuresRepository } from '#libs/media/webhooks';
import type { BackupsRepository } from '#libs/platform/backup';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, timeOfId } from '#libs/platform/database';
import { type Presence, Readiness } from '#libs/platform/monitoring';
import type { QueueOverview } from '#libs/platform/queue';
import { ReviewQueue } from '#libs/registry/versions';
import type { ProblemKind, ProblemResponse } from '../dto/overview.response.js';
import type { VendorResponse } from '../dto/vendors.response.js';
import { QueueAdminService } from '../queue-admin.service.js';
import { VendorsReport } from '../vendors-report.js';
import { DiskForecasts } from './disk-forecasts.js';
import { OverviewRepository, type WaitingIds } from './overview.repository.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Jobs that have been due this long are late; the second bound is critical. */
const LATE_MS = 5 * 60_000;
const VERY_LATE_MS = 30 * 60_000;
/** Reviews and reports wait this long at most. */
const PATIENT_MS = 3 * DAY_MS;
/** A vendor fails if it does so at half of at least this many calls of the last hour. */
const CALLS_MIN = 5;
/** Backups are expected at least once a week. */
const BACKUP_AGE_MS = 7 * DAY_MS;
const DISK_NOTICE_MS = 14 * DAY_MS;
const DISK_WARNING_MS = 3 * DAY_MS;

type Severity = ProblemResponse['severity'];
type Known = { subject?: string | null; userId?: string; count?: number; detail?: string | null };
type Times = { since?: Date | null | undefined; until?: Date | null };

export function problem(
  kind: ProblemKind,
  severity: Severity,
  { subject = null, userId, count, detail = null, since, until }: Known & Times = {},
): ProblemResponse {
  return {
    kind,
    severity,
    subject,
    user_id: userId ?? null,
    count: count ?? null,
    detail,
    since: since?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
  };
}

/** What the overview reads of the service itself. */
export type ServiceReads = {
  processes: ReturnType<Presence['list']>;
  backup: ReturnType<BackupsRepository['last']>;
  check: ReturnType<LedgerCheck['last']>;
};

/** What is wrong at the moment, by the part that knows it. */
@Injectable()
export class CurrentProblems {
  constructor(
    private readonly readiness: Readiness,
    private readonly disk: DiskForecasts,
    private readonly report: VendorsReport,
    private readonly queueAdmin: QueueAdminService,
    private readonly reviewQueue: ReviewQueue,
    private readonly waiting: OverviewRepository,
    private readonly hooks: WebhookFailuresRepository,
    private readonly clock: Clock,
  ) {}

  parts(service: ServiceReads): Record<string, () => Promise<ProblemResponse[]>> {
    const disk = this.littleRoom();
    // Each part that awaits it reports its failure.
    disk.catch(() => undefined);
    return {
      readiness: () => this.notReady(disk),
      ledger: () => unbalanced(service.check),
      disk: () => disk,
      vendors: async () => (await this.report.list()).flatMap((vendor) => ofVendor(vendor)),
      queues: () => this.ofQueues(),
      tasks: () => this.uncertain(),
      reviews: () => this.reviews(),
      reports: async () => this.awaited('reports', await this.waiting.openReports(NO_TRANSACTION)),
      webhooks: () => this.webhooks(),
      processes: () => versions(service.processes),
      backups: () => this.oldBackup(service.backup),
    };
  }

  private async notReady(disk: Promise<ProblemResponse[]>): Promise<ProblemResponse[]> {
    const found = await this.readiness.problem();
    // What the disk lacks is told by its own figures.
    if (!found || (await disk).some(({ severity }) => severity === 'critical')) return [];
    return [problem('not_ready', 'critical', { subject: found.part, detail: found.message })];
  }

  private async littleRoom(): Promise<ProblemResponse[]> {
    const forecast = await this.disk.read();
    if (!forecast) return [];
    const { free, reserve, state, fullAt: until } = forecast;
    const count = Math.max(0, free - reserve);
    if (state === 'full') return [problem('disk', 'critical', { count })];
    const left = until ? until.getTime() - this.clock.now().getTime() : Infinity;
    const isUrgent = state === 'nearly_full' || left < DISK_WARNING_MS;
    if (!isUrgent && left > DISK_NOTICE_MS) return [];
    return [problem('disk', isUrgent ? 'warning' : 'notice', { count, until })];
  }

  private async ofQueues(): Promise<ProblemResponse[]> {
    const now = this.clock.now().getTime();
    return (await this.queueAdmin.list()).flatMap((queue) => ofQueue(queue, now));
  }

  private async uncertain(): Promise<ProblemResponse[]> {
    const { count, first } = await this.waiting.uncertainTasks(NO_TRANSACTION);
    if (first === null) return [];
    const subject = count === 1 ? first : null;
    return [problem('tasks_uncertain', 'warning', { subject, count, since: timeOfId(first) })];
  }

  private async reviews(): Promise<ProblemResponse[]> {
    const { waiting: count, since } = await this.reviewQueue.figures();
    return count === 0 ? [] : [problem('reviews', this.byAge(since), { count, since })];
  }

  private awaited(kind: ProblemKind, { count, first }: WaitingIds): ProblemResponse[] {
    if (first === null) return [];
    const since = timeOfId(first);
    return [problem(kind, this.byAge(since), { count, since })];
  }

  private async webhooks(): Promise<ProblemResponse[]> {
    const now = this.clock.now().getTime();
    const endpoints = await this.hooks.endpoints(NO_TRANSACTION, new Date(now - 7 * DAY_MS));
    const failed = await this.hooks.deliveries(NO_TRANSACTION, new Date(now - DAY_MS));
    const { count, first, lastTask: subject } = failed;
    return [
      ...endpoints.map(({ id, userId, url: detail, since, isDisabled }) =>
        problem('webhook_endpoint', isDisabled ? 'notice' : 'warning', {
          subject: id,
          userId,
          detail,
          since,
        }),
      ),
      ...(first === null
        ? []
        : [problem('webhook_deliveries', 'notice', { subject, count, since: timeOfId(first) })]),
    ];
  }

  private async oldBackup(last: ServiceReads['backup']): Promise<ProblemResponse[]> {
    const since = (await last)?.endedAt;
    if (!since || this.clock.now().getTime() - since.getTime() < BACKUP_AGE_MS) return [];
    return [problem('backup_old', 'warning', { since })];
  }

  private byAge(since: Date | null): Severity {
    const age = since ? this.clock.now().getTime() - since.getTime() : 0;
    return age > PATIENT_MS ? 'warning' : 'notice';
  }
}

async function unbalanced(check: ServiceReads['check']): Promise<ProblemResponse[]> {
  const last = await check;
  return last && last.differences > 0
    ? [problem('ledger', 'critical', { count: last.differences, since: last.checkedAt })]
    : [];
}

async function versions(processes: ServiceReads['processes']): Promise<ProblemResponse[]> {
  const running = new Set((await processes).map(({ version }) => version));
  if (running.size < 2) return [];
  return [problem('versions_differ', 'warning', { count: running.size, detail: [...running].join(', ') })];
}

function ofVendor(vendor: VendorResponse): ProblemResponse[] {
  const { name: subject, circuit, works, last_error: last, draining } = vendor;
  const detail = last ? (last.message ?? last.code) : null;
  const calls = works.reduce((sum, work) => sum + work.calls, 0);
  const count = works.reduce((sum, work) => sum + work.errors, 0);
  if (circuit === 'open' || circuit === 'half_open')
    return [problem('vendor_down', circuit === 'open' ? 'critical' : 'warning', { subject, count, detail })];
  if (vendor.is_upstream && calls >= CALLS_MIN && count * 2 >= calls)
    return [problem('vendor_failing', 'warning', { subject, count, detail })];
  return draining ? [problem('vendor_drained', 'notice', { subject })] : [];
}

function ofQueue({ name: subject, ...queue }: QueueOverview, now: number): ProblemResponse[] {
  const found: ProblemResponse[] = [];
  const { dead, due, oldestDueAt: since, pausedAt } = queue;
  const late = since ? now - since.getTime() : 0;
  if (pausedAt) found.push(problem('queue_paused', 'warning', { subject, count: due, since: pausedAt }));
  else if (late > LATE_MS)
    found.push(
      problem('jobs_late', late > VERY_LATE_MS ? 'critical' : 'warning', { subject, count: due, since }),
    );
  if (dead > 0) found.push(problem('jobs_dead', 'warning', { subject, count: dead }));
  return found;
}
