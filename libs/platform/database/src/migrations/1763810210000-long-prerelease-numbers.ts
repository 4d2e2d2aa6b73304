import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers of pre-releases beyond 2^53 were sorted as texts. */
export class LongPrereleaseNumbers1763810210000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await rewriteParts(
      runner,
      '^1[0-9]{16,}$',
      `'0' || lpad((length(part) - 1)::text, 2, '0') || substring(part from 2)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await rewriteParts(runner, '^0(1[7-9]|[2-9][0-9])[0-9]{17,}$', `'1' || substring(part from 4)`);
  }
}

/** Each part of the key's pre-release ends in a space. The latest versions of the nodes follow. */
async function rewriteParts(runner: QueryRunner, pattern: string, rewritten: string): Promise<void> {
  await runner.query(`
    with split as (
      select v."id", split_part(v."sortKey", '-', 1) as numbers,
             string_to_array(rtrim(substring(v."sortKey" from position('-' in v."sortKey") + 1), ' '), ' ') as parts
        from "node_versions" v where v."isPrerelease" and v."version" ~ '[0-9]{16}'),
    changed as (
      update "node_versions" v set "sortKey" = split.numbers || '-' ||
        (select string_agg(case when part ~ '${pattern}' then ${rewritten} else part end || ' ', '' order by at)
           from unnest(split.parts) with ordinality as listed (part, at))
        from split where split."id" = v."id"
         and exists (select from unnest(split.parts) as part where part ~ '${pattern}')
      returning v."id", v."nodeId", v."sortKey", v."status", v."deprecated")
    update "nodes" n set "latestVersionId" = best."id"
      from (select distinct on (v."nodeId") v."nodeId", v."id"
              from "node_versions" v left join changed on changed."id" = v."id"
             where v."nodeId" in (select "nodeId" from changed)
               and v."status" = 'NodeVersionStatusActive' and not v."deprecated"
             order by v."nodeId", v."isPrerelease", coalesce(changed."sortKey", v."sortKey") collate "C" desc,
                      v."createdAt" desc) as best
     where best."nodeId" = n."id" and n."latestVersionId" is distinct from best."id"`);
}
