import { ApiProperty } from '@nestjs/swagger';
import { PROCESS_ROLES } from '#libs/platform/monitoring';

export const PROBLEM_KINDS = [
  'not_ready',
  'ledger',
  'disk',
  'vendor_down',
  'vendor_failing',
  'vendor_drained',
  'tasks_uncertain',
  'jobs_late',
  'jobs_dead',
  'queue_paused',
  'reviews',
  'reports',
  'webhook_endpoint',
  'webhook_deliveries',
  'versions_differ',
  'backup_old',
  'unknown',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** Worst first. */
export const SEVERITIES = ['critical', 'warning', 'notice'] as const;

const COUNT = { type: 'integer', example: 3 } as const;
const TIME = { type: 'string', format: 'date-time', nullable: true } as const;

/** Something that needs an admin. */
export class ProblemResponse {
  /** What is wrong. `unknown`: the part named by `subject` could not be read. */
  @ApiProperty({ enum: PROBLEM_KINDS }) kind!: ProblemKind;

  /** How soon it needs an admin. */
  @ApiProperty({ enum: SEVERITIES }) severity!: (typeof SEVERITIES)[number];

  /** The part, vendor, queue, task or endpoint that it is about; null for several. */
  @ApiProperty({ type: String, nullable: true, example: 'fal' }) subject!: string | null;

  /** The owner of an endpoint. */
  @ApiProperty({ type: String, nullable: true, format: 'uuid' }) user_id!: string | null;

  /** How many; bytes of room on the disk, rows of the ledger; at most 1,000 of things that wait. */
  @ApiProperty({ ...COUNT, nullable: true }) count!: number | null;

  /** The last error, the address of an endpoint, or the versions that run. */
  @ApiProperty({ type: String, nullable: true }) detail!: string | null;

  /** Since when, where that is known. */
  @ApiProperty(TIME) since!: string | null;

  /** When the disk is full at the rate of the last day. */
  @ApiProperty(TIME) until!: string | null;
}

/** What waits for admins, for the menu. */
export class WaitingCountsResponse {
  /** Versions, nodes and publishers that wait for a review. */
  @ApiProperty(COUNT) reviews!: number;
  /** Open reports. */
  @ApiProperty(COUNT) reports!: number;
  /** Tasks whose outcome at a vendor is not known. */
  @ApiProperty(COUNT) uncertain_tasks!: number;
  /** Jobs that are not tried again. */
  @ApiProperty(COUNT) dead_jobs!: number;

  /** Problems that are more than a notice. */
  @ApiProperty(COUNT) problems!: number;
}

/** Tasks created within an hour or a day. */
export class OverviewPeriodResponse {
  /** Its beginning. */
  @ApiProperty({ format: 'date-time' }) start!: string;

  /** Tasks. */
  @ApiProperty(COUNT) tasks!: number;

  /** Tasks that failed for another reason than their input. */
  @ApiProperty(COUNT) failed!: number;

  /** What they cost their callers. */
  @ApiProperty(COUNT) credits!: number;

  /** How long half of them waited at most until their work began. */
  @ApiProperty({ ...COUNT, nullable: true }) wait_p50_ms!: number | null;

  /** How long 95 % of them waited at most. */
  @ApiProperty({ ...COUNT, nullable: true }) wait_p95_ms!: number | null;
}

export class OverviewLinksResponse {
  /** `DASHBOARD_URL` */
  @ApiProperty({ type: String, nullable: true }) dashboard!: string | null;

  /** `LOGS_URL`, with `{id}` for the id of a task or request. */
  @ApiProperty({ type: String, nullable: true }) logs!: string | null;
}

/** Running processes that do the same in the same version. */
export class RunningProcessesResponse {
  /** Whether they answer callers, run jobs, or both. */
  @ApiProperty({ enum: PROCESS_ROLES }) role!: (typeof PROCESS_ROLES)[number];

  /** Their version. */
  @ApiProperty({ example: '0.1.0' }) version!: string;

  /** How many. */
  @ApiProperty(COUNT) count!: number;
}

/** A backup by `npm run backup`. */
export class LastBackupResponse {
  /** When it was complete. */
  @ApiProperty({ format: 'date-time' }) ended_at!: string;

  /** Whether it has the files, too. */
  @ApiProperty({ example: true }) has_files!: boolean;
}

/** What is wrong now, what waits, and how much was done. */
export class OverviewResponse {
  /** Worst first. */
  @ApiProperty({ type: [ProblemResponse] }) problems!: ProblemResponse[];

  /** What waits for admins. */
  @ApiProperty() waiting!: WaitingCountsResponse;

  /** The last 24 hours, oldest first; at most five minutes late. */
  @ApiProperty({ type: [OverviewPeriodResponse] }) hours!: OverviewPeriodResponse[];

  /** The last 7 days, UTC. */
  @ApiProperty({ type: [OverviewPeriodResponse] }) days!: OverviewPeriodResponse[];

  /** What runs. */
  @ApiProperty({ type: [RunningProcessesResponse] }) processes!: RunningProcessesResponse[];

  /** The last backup of this database. */
  @ApiProperty({ type: LastBackupResponse, nullable: true }) last_backup!: LastBackupResponse | null;

  /** When the ledger was last checked. */
  @ApiProperty(TIME) ledger_checked_at!: string | null;

  /** Where else to look. */
  @ApiProperty() links!: OverviewLinksResponse;
}
