import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A lower `search_ranking` sorts first, and 0 last. Keys of nodes without one stay as they are. */
export class SearchRanking1763810200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await rewriteKeys(
      runner,
      `B'0' || (n."searchRanking" + 2147483648 - (n."searchRanking" > 0)::int)::bit(32) || ${falling('s.downloads', 47)}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await rewriteKeys(
      runner,
      `(2147483647 - n."searchRanking"::bigint)::bit(32) || ${falling('s.downloads', 48)}`,
    );
  }
}

function falling(column: string, bits: number): string {
  return `(${2 ** bits - 1} - least(greatest(${column}, 0), ${2 ** bits - 1}))::bigint::bit(${bits})`;
}

/** Rewrites the search keys of nodes with a ranking from their first 80 bits, and finds their heads anew. */
async function rewriteKeys(runner: QueryRunner, firstBits: string): Promise<void> {
  const half = (bits: string, from: number): string =>
    `lpad(to_hex(substring(${bits} from ${from} for 64)::bit(64)::bigint), 16, '0')`;
  await runner.query(`
    with keyed as (
      select s.id, ${firstBits} || ${falling('s.stars', 32)} || B'0000000000000000' as bits
        from node_search s join "nodes" n on n."idKey" = s.id where n."searchRanking" <> 0),
    changed as (
      select id, (${half('bits', 1)} || ${half('bits', 65)})::uuid as rank_key from keyed)
    update node_search s set rank_key = changed.rank_key,
      head = coalesce((select min(h.head) from search_head h
        where (changed.rank_key, changed.id collate "C") <= (h.rank_key, h.id)), 5)
      from changed where s.id = changed.id`);
}
