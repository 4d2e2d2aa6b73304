import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import type { NodeDependency, RisingNode } from './shop-lists.entity.js';

const RISING_KEPT = 100;
/** Fewer downloads in a week say nothing. */
const DOWNLOADS_LEAST = 5;
/** Added to the week before, so that from 0 to 5 is less than from 100 to 300. */
const DAMPING = 10;

/** Nodes that the public may see. */
const VISIBLE = `node.status = 'NodeStatusActive' and node.review_reason is null
  and exists (select from publishers p where p.id = node.publisher_id
               and p.status = 'PublisherStatusActive' and p.review_reason is null)`;

/** The packages that latest versions need: the name at the beginning of each requirement, as PEP 503 normalises it. */
const NEEDED = `
  select node.id as node_id, min(needed.text) as requirement,
         lower(regexp_replace(substring(needed.text from '^[[:space:]]*([A-Za-z0-9][A-Za-z0-9._-]*)'), '[-_.]+', '-', 'g')) as package
    from nodes node join node_versions latest on latest.id = node.latest_version_id
   cross join unnest(latest.dependencies) as needed (text)
   where node.status = 'NodeStatusActive' group by 1, 3`;

/** Lists that a job derives from all nodes. */
@Injectable()
export class ShopListsRepository extends Repository {
  /** Compares the downloads of the last 7 days with those of the 7 before. */
  async refreshRising(scope: TransactionScope): Promise<void> {
    await this.rows(scope, 'delete from rising_nodes');
    await this.rows(
      scope,
      `insert into rising_nodes (place, node_id, downloads_week, downloads_week_before)
       select row_number() over (order by (week - before) / sqrt(before + ${DAMPING}) desc, node_id), node_id, week, before
         from (select node_id, coalesce(sum(downloads) filter (where day > $1::date - 7), 0)::int as week,
                      coalesce(sum(downloads) filter (where day <= $1::date - 7), 0)::int as before
                 from node_downloads where day > $1::date - 14 and day <= $1::date group by 1) counted
         join nodes node on node.id = counted.node_id
        where week >= ${DOWNLOADS_LEAST} and week > before and ${VISIBLE}
        order by 1 limit ${RISING_KEPT}`,
      [this.clock.now().toISOString().slice(0, 10)],
    );
  }

  /** Writes only what has changed. */
  async refreshDependencies(scope: TransactionScope): Promise<void> {
    await this.rows(
      scope,
      `with needed as materialized (${NEEDED})
       delete from node_dependencies known where not exists (
         select from needed where needed.package = known.package and needed.node_id = known.node_id)`,
    );
    await this.rows(
      scope,
      `insert into node_dependencies (package, node_id, requirement)
       select package, node_id, requirement from (${NEEDED}) needed where package is not null
       on conflict (package, node_id) do update set requirement = excluded.requirement
        where node_dependencies.requirement <> excluded.requirement`,
    );
  }

  async listRising(scope: StatementScope, limit: number): Promise<RisingNode[]> {
    return this.rows(
      scope,
      `select rising.* from rising_nodes rising join nodes node on node.id = rising.node_id
        where ${VISIBLE} order by place limit $1`,
      [limit],
    );
  }

  /** Nodes whose latest version needs the package, by id, after the one with the key. */
  async listDependents(
    scope: StatementScope,
    name: string,
    after: string,
    limit: number,
  ): Promise<(NodeDependency & { idKey: string })[]> {
    return this.rows(
      scope,
      `select known.*, node.id_key from node_dependencies known join nodes node on node.id = known.node_id
        where known.package = $1 and node.id_key > $2 and ${VISIBLE} order by node.id_key limit $3`,
      [name, after, limit],
    );
  }
}
