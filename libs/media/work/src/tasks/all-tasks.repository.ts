import { Injectable } from '@nestjs/common';
import {
  Conditions,
  lowestIdAt,
  PLANNED_FOR_VALUES,
  Repository,
  type StatementScope,
} from '#libs/platform/database';
import type { Task } from './task.entity.js';
import type { TaskStatus } from './task-status.js';

export type AllTasksFilter = {
  userId?: string | undefined;
  kind?: string | undefined;
  provider?: string | undefined;
  status?: TaskStatus | undefined;
  errorCode?: string | undefined;
  /** What it costs its user at least; failed and canceled tasks cost nothing. */
  creditsMin?: number | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  beforeId?: string | undefined;
  limit: number;
};

/** The id of a task is made before its row, such as while its inputs are stored, or at the same moment; never so long apart. */
const APART_MS = 60 * 60 * 1_000;

/** Reads the tasks of all users. */
@Injectable()
export class AllTasksRepository extends Repository {
  /** Newest first. */
  async list(scope: StatementScope, { limit, ...filter }: AllTasksFilter): Promise<Task[]> {
    const conditions = conditionsOf(filter);
    return this.rows<Task>(
      scope,
      `${PLANNED_FOR_VALUES}select * from tasks where ${conditions.text}
        order by id desc limit ${conditions.given(limit)}`,
      conditions.parameters,
    );
  }
}

function conditionsOf(filter: Omit<AllTasksFilter, 'limit'>): Conditions {
  const conditions = new Conditions();
  const { userId, kind, provider, status, errorCode, creditsMin, beforeId } = filter;
  const { createdAfter: after, createdBefore: before } = filter;
  const equal = (column: string, value: string | undefined): void => {
    if (value !== undefined) conditions.add(`${column} = ${conditions.given(value)}`);
  };
  conditions.add('deleted_at is null');
  equal('user_id', userId);
  equal('kind', kind);
  equal('provider', provider);
  equal('status', status);
  equal('error_code', errorCode);
  if (creditsMin !== undefined)
    conditions.add(
      `credits >= ${conditions.given(creditsMin)} and status <> all(${conditions.given(['failed', 'canceled'])})`,
    );
  // The ids, which have times, bound what is read: there is no index of the times themselves.
  const idAt = (time: Date, apartMs: number): string =>
    conditions.given(lowestIdAt(new Date(time.getTime() + apartMs)));
  if (after) conditions.add(`created_at > ${conditions.given(after)} and id > ${idAt(after, -APART_MS)}`);
  if (before) conditions.add(`created_at < ${conditions.given(before)} and id < ${idAt(before, APART_MS)}`);
  if (beforeId !== undefined) conditions.add(`id < ${conditions.given(beforeId)}`);
  return conditions;
}
