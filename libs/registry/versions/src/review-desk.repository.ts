import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import type { ReviewSubject } from './dto/review.request.js';
import type { ReviewNote } from './review-desk.entity.js';

/** An entry that an admin has taken and left alone goes back to all. */
export const ASSIGNED_FOR = `interval '7 days'`;

export type Assignment = { assigneeId: string; assigneeName: string; since: Date };
export type NamedNote = ReviewNote & { authorName: string | null };
export type WeekFigures = {
  week: string;
  published: number;
  held: number;
  wronglyHeld: number;
  refused: number;
  waiting: number;
  hoursMedian: number | null;
  hoursSlowest: number | null;
};

@Injectable()
export class ReviewDeskRepository extends Repository {
  async findAssignment(scope: StatementScope, { kind, id }: ReviewSubject): Promise<Assignment | undefined> {
    return this.row(
      scope,
      `select a.assignee_id, u.name as assignee_name, a.since
         from review_assignments a join users u on u.id = a.assignee_id
        where a.kind = $1 and a.subject_id = $2 and a.since > $3::timestamptz - ${ASSIGNED_FOR}`,
      [kind, id, this.clock.now()],
    );
  }

  /** @returns false when another admin has it; `force` takes it all the same. */
  async assign(
    scope: TransactionScope,
    { kind, id }: ReviewSubject,
    userId: string,
    force: boolean,
  ): Promise<boolean> {
    return this.hasRow(
      scope,
      `insert into review_assignments as a (kind, subject_id, assignee_id, since) values ($1, $2, $3, $4)
       on conflict (kind, subject_id) do update set assignee_id = excluded.assignee_id, since = excluded.since
        where $5 or a.assignee_id = $3 or a.since <= $4::timestamptz - ${ASSIGNED_FOR} returning 1`,
      [kind, id, userId, this.clock.now(), force],
    );
  }

  /** Ends the assignment, where it is the user's or `force` is given. */
  async unassign(
    scope: TransactionScope,
    { kind, id }: ReviewSubject,
    userId: string,
    force: boolean,
  ): Promise<void> {
    await this.rows(
      scope,
      'delete from review_assignments where kind = $1 and subject_id = $2 and ($4 or assignee_id = $3)',
      [kind, id, userId, force],
    );
  }

  /** Oldest first. */
  async listNotes(scope: StatementScope, { kind, id }: ReviewSubject): Promise<NamedNote[]> {
    return this.rows(
      scope,
      `select n.*, u.name as author_name from review_notes n left join users u on u.id = n.author_id
        where n.kind = $1 and n.subject_id = $2 order by n.id`,
      [kind, id],
    );
  }

  /** Adds a note, unless there are `max` already; then false. */
  async addNote(
    scope: TransactionScope,
    { kind, id }: ReviewSubject,
    authorId: string,
    text: string,
    max: number,
  ): Promise<boolean> {
    return this.hasRow(
      scope,
      `insert into review_notes (id, kind, subject_id, author_id, text, created_at)
       select $1, $2, $3, $4, $5, $6
        where (select count(*) from review_notes where kind = $2 and subject_id = $3) < $7 returning 1`,
      [uuidv7(), kind, id, authorId, text, this.clock.now(), max],
    );
  }

  async startHold(scope: TransactionScope, nodeVersionId: string): Promise<void> {
    await this.rows(
      scope,
      `insert into version_holds (id, node_version_id, held_at) values ($1, $2, $3)
       on conflict (node_version_id) where decided_at is null do nothing`,
      [uuidv7(), nodeVersionId, this.clock.now()],
    );
  }

  async endHold(scope: TransactionScope, nodeVersionId: string, wasRight: boolean): Promise<void> {
    await this.rows(
      scope,
      'update version_holds set decided_at = $2, was_right = $3 where node_version_id = $1 and decided_at is null',
      [nodeVersionId, this.clock.now(), wasRight],
    );
  }

  /** The last weeks, each from Monday in UTC, newest first. Holds count for the week in which they began. */
  async listFigures(scope: StatementScope, weeks: number): Promise<WeekFigures[]> {
    return this.rows(
      scope,
      `with weeks as (
         select date_trunc('week', $1::timestamptz, 'UTC') - n * interval '7 days' as start
           from generate_series(0, $2 - 1) as n),
       versions as (
         select date_trunc('week', created_at, 'UTC') as start, count(*)::int as published from node_versions
          where created_at >= (select min(start) from weeks) group by 1)
       select to_char(start at time zone 'UTC', 'YYYY-MM-DD') as week, coalesce(published, 0) as published, h.*
         from weeks left join versions using (start)
         cross join lateral (
           select count(*)::int as held,
                  count(*) filter (where not was_right)::int as wrongly_held,
                  count(*) filter (where was_right)::int as refused,
                  count(*) filter (where decided_at is null)::int as waiting,
                  percentile_cont(0.5) within group (order by hours) as hours_median,
                  percentile_cont(0.9) within group (order by hours) as hours_slowest
             from (select *, extract(epoch from decided_at - held_at)::float8 / 3600 as hours
                     from version_holds where held_at >= start and held_at < start + interval '7 days') holds) h
        order by start desc`,
      [this.clock.now(), weeks],
    );
  }
}
