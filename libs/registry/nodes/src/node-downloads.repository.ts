import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';

export type DayDownloads = { day: string; downloads: number };

/** Statements on downloads: the node's own number, and the table `node_downloads`. */
@Injectable()
export class NodeDownloadsRepository extends Repository {
  /** Adds counts to the nodes and to their day. Rows are locked in the order of their ids, so that two processes cannot deadlock. */
  async add(scope: TransactionScope, counts: ReadonlyMap<string, number>): Promise<void> {
    await this.rows(
      scope,
      `with due as materialized (
         select node.id, added.n from unnest($1::text[], $2::int[]) as added (id, n)
           join nodes node on node.id = added.id
          order by node.id for no key update of node),
       daily as (
         insert into node_downloads (node_id, day, downloads) select id, $3::date, n from due
         on conflict (node_id, day) do update set downloads = node_downloads.downloads + excluded.downloads)
       update nodes set downloads = downloads + due.n from due where nodes.id = due.id`,
      [[...counts.keys()], [...counts.values()], this.clock.now().toISOString().slice(0, 10)],
    );
  }

  /** Every day from `from` to `to`, also those without downloads. */
  async list(scope: StatementScope, nodeId: string, from: string, to: string): Promise<DayDownloads[]> {
    return this.rows<DayDownloads>(
      scope,
      `select to_char(wanted, 'YYYY-MM-DD') as day, coalesce(counted.downloads, 0) as downloads
         from generate_series($2::date::timestamp, $3::date::timestamp, interval '1 day') as wanted
         left join node_downloads counted on counted.node_id = $1 and counted.day = wanted::date
        order by wanted`,
      [nodeId, from, to],
    );
  }
}
