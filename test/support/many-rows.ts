// Fills the tables behind every list, for counting statements at full pages (test/e2e/lists). Rows are spread as in a registry that is used: most are plain, few are what is looked for.

export const MANY = {
  /** Has half of the nodes, or 10,000; the owner of the rows is its owner. */
  publisher: 'many-big',
  /** A node of that publisher, with `VERSIONS_OF_ONE` versions. */
  node: 'many-node-1',
  queue: 'image-tasks.run',
} as const;

/** The most that are counted. */
const NODES_OF_ONE = 10_000;
const VERSIONS_OF_ONE = 120;
const MEMBERS_OF_ONE = 5;

/** Statements that add `rows` rows to each table, for the user `ownerId`; each with its table. */
export function manyRows(rows: number, ownerId: string): { table: string; sql: string }[] {
  const each = `generate_series(1, ${rows}) as i`;
  const ofOne = Math.min(Math.ceil(rows / 2), NODES_OF_ONE);
  const owner = `'${ownerId}'::uuid`;
  const spread = Math.min(rows, 5_000);
  const own = `insert into publishers (id, name) values ('${MANY.publisher}', 'Many nodes')`;
  return [
    {
      table: 'users',
      sql: `insert into users (id, name, email, is_admin, is_approved, suspended_at)
        select uuidv7(), 'Person ' || md5(i::text), 'many-' || i || '@example.com', i <= 5, i % 500 > 0,
               case when i % 700 = 0 then now() end from ${each}`,
    },
    {
      table: 'publishers',
      sql: `with big as (${own}) insert into publishers (id, name, status)
        select 'many-' || i, 'Team ' || md5(i::text),
               case when i % 1000 = 0 then 'PublisherStatusBanned' else 'PublisherStatusActive' end from ${each}`,
    },
    {
      table: 'publisher_members',
      sql: `insert into publisher_members (id, publisher_id, user_id, role, accepted_at)
        select uuidv7(), 'many-' || i, id, 'owner', now()
          from (select row_number() over (order by id) as i, id from users where email like 'many-%') as people
        union all select uuidv7(), '${MANY.publisher}', id, 'member', now()
          from (select id from users where email like 'many-%' limit ${MEMBERS_OF_ONE}) as few
        union all select uuidv7(), '${MANY.publisher}', ${owner}, 'owner', now()`,
    },
    {
      table: 'nodes',
      sql: `insert into nodes (id, id_key, look_alike_key, publisher_id, name, description, tags, status, review_reason)
        select 'many-node-' || i, 'many-node-' || i, 'many-node-' || i,
               case when i <= ${ofOne} then '${MANY.publisher}' else 'many-' || (1 + i / 10) end, 'Node ' || i,
               'Does this and that with pictures.', array['tag-' || i % 1000, case when i % 2 = 0 then 'image' else 'video' end],
               case when i % 900 = 0 then 'NodeStatusBanned' else 'NodeStatusActive' end,
               case when i % 5000 = 0 then 'looks like another' end from ${each}`,
    },
    {
      table: 'node_versions',
      sql: `insert into node_versions (id, node_id, version, sort_key, is_prerelease, status, upload_deadline)
        select uuidv7(), id, '1.0.0', '1', false,
               case when id = '${MANY.node}' then 'NodeVersionStatusActive' when n % 1000 = 0 then 'NodeVersionStatusFlagged' when n % 1500 = 1 then 'NodeVersionStatusPending'
                    else 'NodeVersionStatusActive' end, now()
          from (select id, row_number() over (order by created_at, id) as n from nodes where id like 'many-node-%') as one
        union all select uuidv7(), '${MANY.node}', '2.0.' || i, '2' || lpad(i::text, 6, '0'), false,
               'NodeVersionStatusActive', now() from generate_series(1, ${VERSIONS_OF_ONE}) as i`,
    },
    {
      table: 'nodes (latest versions)',
      sql: `update nodes set latest_version_id = v.id from node_versions v
         where v.node_id = nodes.id and v.version = '1.0.0' and nodes.id like 'many-node-%'`,
    },
    {
      table: 'app_nodes',
      sql: `insert into app_nodes (node_version_id, name, input_types)
        select id, 'App ' || (row_number() over (order by id)) % 50000, '{"required":{"image":["IMAGE"]}}'
          from node_versions where node_id like 'many-node-%'
        union all select id, 'Many ' || i, '{}' from node_versions, generate_series(1, ${VERSIONS_OF_ONE}) as i
         where node_id = '${MANY.node}' and version = '1.0.0'`,
    },
    {
      table: 'node_search',
      sql: `insert into node_search (id, rank_key, created_at, downloads, stars, head, is_sampled, is_banned, os, accelerators, lexemes)
        select 'many-node-' || i, gen_random_uuid(), now(), i % 1000, i % 100, 5, false, false,
               case when i % 3 = 0 then array['linux'] end, case when i % 50 = 0 then array['cuda'] end, ''
          from ${each}`,
    },
    {
      table: 'registry_changes',
      sql: `insert into registry_changes (kind, action, publisher_id, node_id)
        select 'node', 'upsert', 'many-' || i / 10, 'many-node-' || i from ${each}`,
    },
    {
      table: 'tasks',
      sql: `insert into tasks (id, kind, status, user_id, request, provider, credits, estimated_seconds, callback_url)
        select uuidv7(), (array['image-relight', 'video-extend', 'music-from-text'])[1 + i % 3],
               case when i % 40 = 0 then 'failed' when i % 2000 = 1 then 'canceled' else 'succeeded' end, ${owner}, '{}', 'local', 1, 5,
               'https://example.com/hook' from ${each}`,
    },
    {
      table: 'webhook_endpoints',
      sql: `insert into webhook_endpoints (id, user_id, url, secret)
        select uuidv7(), ${owner}, 'https://example.com/hook', '\\x00' from generate_series(1, 10)`,
    },
    {
      table: 'credit_transfers',
      sql: `insert into credit_transfers (id, type, debit_account, credit_account, amount, user_id, kind, provider, expires_at)
        select uuidv7(), 'hold', u.id, '00000000-0000-7000-8000-000000000003', 1, u.id, 'image-relight', 'local', now() + interval '1 day'
          from ${each}, (select ${owner} as id union all select id from users where email = 'many-100@example.com') as u`,
    },
    {
      table: 'credit_grants',
      sql: `insert into credit_grants (id, user_id, category, effective_at)
        select uuidv7(), u.id, 'other', now() from ${each}, (select id from users where email = 'many-100@example.com') as u`,
    },
    {
      table: 'webhook_deliveries',
      sql: `insert into webhook_deliveries (id, chain_id, task_id, seq, user_id, url, body, status)
        select uuidv7(), t.id, t.id, i, ${owner}, 'https://example.com/hook', '{}', 'delivered'
          from (select id from tasks where user_id = ${owner} order by id limit 1) t, generate_series(1, 100) as i`,
    },
    {
      table: 'webhook_deliveries',
      sql: `insert into webhook_deliveries (id, chain_id, task_id, endpoint_id, type, seq, user_id, url, body, status)
        select uuidv7(), uuidv7(), t.id, e.id, 'task.created', 0, ${owner}, e.url, '{}',
               case when t.status = 'failed' then 'failed' else 'delivered' end
          from tasks t, (select id, url from webhook_endpoints order by id limit 1) e where t.user_id = ${owner}`,
    },
    {
      table: 'webhook_attempts',
      sql: `insert into webhook_attempts (id, delivery_id, endpoint_id, started_at, duration_ms, response_status)
        select uuidv7(), id, endpoint_id, now() - random() * interval '3 days', 5, 204
          from webhook_deliveries where endpoint_id is not null`,
    },
    {
      table: 'audit_entries',
      sql: `insert into audit_entries (id, actor_id, action, target_kind, target_id, reason, before, after)
        select uuidv7(), (array(select id from users where email like 'many-%' order by id limit 5))[1 + i % 5],
               (array['node.ban', 'node.edit', 'publisher.ban', 'user.edit'])[1 + i % 4], 'node', 'many-node-' || i % 5000,
               'because', '{"status":"a"}', '{"status":"b"}' from ${each}`,
    },
    {
      table: 'node_reports',
      sql: `insert into node_reports (id, node_id, reporter_id, reason, details, verdict)
        select uuidv7(), 'many-node-' || (1 + i % ${spread}), '${ownerId}', 'malware', 'It mines.',
               (array['upheld', 'dismissed'])[1 + i % 2] from ${each}`,
    },
    {
      table: 'notices',
      sql: `insert into notices (id, user_id, node_id, subject, text)
        select uuidv7(), '${ownerId}', 'many-node-' || (1 + i % ${spread}), 'It is held back', 'It mines.' from ${each}`,
    },
    {
      table: 'access_tokens',
      sql: `insert into access_tokens (id, user_id, name, digest, scopes)
        select uuidv7(), (select id from users where lower(email) = 'many-' || least(i, 100) || '@example.com'), 'token ' || i,
               sha256(('many ' || i)::bytea), '{media}' from generate_series(1, 200) as i`,
    },
  ];
}
