import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';
import type { BanPreviewResponse } from './dto/moderation-facts.response.js';

const EXAMPLES_SHOWN = 10;
const RECENT_MS = 30 * 24 * 60 * 60 * 1000;

@Injectable()
export class BanPreviewRepository extends Repository {
  /** @param nodeId A node of the publisher, as stored; all of its nodes when absent. */
  async count(scope: StatementScope, publisherId: string, nodeId?: string): Promise<BanPreviewResponse> {
    const row = await this.row<
      Omit<BanPreviewResponse, 'downloads_recently'> & { downloadsRecently: number }
    >(
      scope,
      `with going as materialized (
         select n.id, n.name, n.downloads from nodes n
           join publishers p on p.id = n.publisher_id and p.status = 'PublisherStatusActive'
          where n.publisher_id = $1 and n.status = 'NodeStatusActive' ${nodeId === undefined ? '' : 'and n.id = $3'})
       select (select count(*) from going)::int as nodes,
              (select coalesce(sum(downloads), 0) from going)::float8 as downloads,
              (select coalesce(sum(counted.downloads), 0) from going
                 join node_downloads counted on counted.node_id = going.id and counted.day > $2::date)::float8
                as downloads_recently,
              (select count(*) from going join node_versions v on v.node_id = going.id
                where v.status = 'NodeVersionStatusActive')::int as versions,
              (select count(*) from publisher_members m
                where m.publisher_id = $1 and m.accepted_at is not null)::int as members,
              (select coalesce(jsonb_agg(most), '[]') from
                 (select * from going order by downloads desc, id limit ${EXAMPLES_SHOWN}) as most) as examples`,
      [publisherId, this.clock.in(-RECENT_MS), ...(nodeId === undefined ? [] : [nodeId])],
    );
    if (!row) throw new Error('Counting answers with a row');
    const { downloadsRecently, ...counted } = row;
    return { ...counted, downloads_recently: downloadsRecently };
  }
}
