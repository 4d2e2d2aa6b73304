import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';

/** What a process does: answer callers, run jobs, or both. */
export const PROCESS_ROLES = ['api', 'worker', 'all'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** Processes that do the same in the same version. */
export type RunningProcesses = { role: ProcessRole; version: string; count: number };

/** A process that was not seen for this long has ended. */
const SEEN_SECONDS = 30;

/** Every query of the table `processes`. */
@Injectable()
export class ProcessesRepository extends Repository {
  async show(
    scope: StatementScope,
    id: string,
    { role, version }: Omit<RunningProcesses, 'count'>,
  ): Promise<void> {
    await this.rows(
      scope,
      `with ended as (delete from processes where seen_at < now() - interval '1 hour')
       insert into processes (id, role, version) values ($1, $2, $3)
       on conflict (id) do update set seen_at = now()`,
      [id, role, version],
    );
  }

  async remove(scope: StatementScope, id: string): Promise<void> {
    await this.rows(scope, 'delete from processes where id = $1', [id]);
  }

  async list(scope: StatementScope): Promise<RunningProcesses[]> {
    return this.rows<RunningProcesses>(
      scope,
      `select role, version, count(*)::int as count from processes
       where seen_at > now() - $1::int * interval '1 second' group by role, version order by role, version`,
      [SEEN_SECONDS],
    );
  }
}
