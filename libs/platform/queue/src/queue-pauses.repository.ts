import { Injectable } from '@nestjs/common';
import type { SqlRunner } from './queue-database.js';
import { DUE_CHANNEL, PRESENCE_LOCK_CLASS } from './worker-presence.js';

/** A claim holds it: two at the same time could each take a job of one group, and one could overlook a pause. */
export function claimLock(name: string): string {
  return `select pg_advisory_xact_lock(${PRESENCE_LOCK_CLASS + 1}, hashtext('${name}'))`;
}

/** Which queues are paused: no process claims from them. */
@Injectable()
export class QueuePausesRepository {
  /**
   * From the end of the transaction on nobody claims a job of the queue.
   * @returns Whether it was not paused before.
   */
  async pause(db: SqlRunner, name: string): Promise<boolean> {
    await db.executeSql(`select pg_advisory_xact_lock($1::int, hashtext($2))`, [
      PRESENCE_LOCK_CLASS + 1,
      name,
    ]);
    const { rows } = await db.executeSql(
      `with paused as (
         insert into jobs.paused_queue (name) values ($1) on conflict do nothing returning name
       ) select name from paused`,
      [name],
    );
    return rows.length > 0;
  }

  /** @returns Whether it was paused before. All processes hear of it. */
  async resume(db: SqlRunner, name: string): Promise<boolean> {
    const { rows } = await db.executeSql(
      `with resumed as (delete from jobs.paused_queue where name = $1 returning name)
       select pg_notify($2, name) from resumed`,
      [name, DUE_CHANNEL],
    );
    return rows.length > 0;
  }
}
