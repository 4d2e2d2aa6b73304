import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Repository, type TransactionScope } from '#libs/platform/database';

/** Every query of the table `node_reviews`. */
@Injectable()
export class NodeReviewsRepository extends Repository {
  constructor(dataSource: DataSource) {
    super(dataSource);
  }

  /** Keeps one rating per user, and the node's sum and count with it. The caller holds the node's row. */
  async put(scope: TransactionScope, nodeId: string, userId: string, star: number): Promise<void> {
    await this.rows(
      scope,
      `with former as (select star from node_reviews where node_id = $1 and user_id = $2),
       written as (
         insert into node_reviews (node_id, user_id, star) values ($1, $2, $3)
         on conflict (node_id, user_id) do update set star = excluded.star, updated_at = now())
       update nodes set
         rating_sum = rating_sum + $3 - coalesce((select star from former), 0),
         rating_count = rating_count + case when exists (select from former) then 0 else 1 end
        where id = $1`,
      [nodeId, userId, star],
    );
  }
}
