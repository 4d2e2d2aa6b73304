// Fills a ledger with the tasks of a year, ended by now, for measuring what reads it. A few users do most, as it mostly is:
// the n-th has a share of 1/n. Each tenth has a grant for each month; the first twenty have limits.
const DAYS = 365;
const USERS = 1_000;
const KINDS = 12;
const [WITHOUT_TOKEN, ISSUER, REVENUE] = [1, 2, 3].map((n) => `'00000000-0000-7000-8000-00000000000${n}'`);

const userOf = (n) => `md5('user ' || ${n})::uuid`;
const grantOf = (n, at) => `md5('grant ' || ${n} || ' ' || to_char(${at}, 'YYYY-MM'))::uuid`;

/** The user with this share of the tasks: 1 has the greatest. */
export const emailOf = (n) => `user-${n}@example.com`;

/**
 * Adds the days that are not there yet, so that it may be interrupted. Today's last tasks wait to be added up.
 * @param most Seconds after which it gives up for now.
 * @returns Whether all is there.
 */
export async function fillBook(pool, tasks, most = Infinity) {
  const client = await pool.connect();
  const startedAt = performance.now();
  try {
    // What the database would derive is written at once, for all rows of a day.
    await client.query('set session_replication_role = replica');
    if (!(await has(client, 'users', `where id = ${userOf(1)}`))) await addUsers(client);
    const { day: next } = one(
      await client.query(
        `select coalesce(min(day) - 1, (now() at time zone 'UTC')::date)::text as day from credit_usage`,
      ),
    );
    const { day: last } = one(
      await client.query(`select ((now() at time zone 'UTC')::date - ${DAYS - 1})::text as day`),
    );
    for (let day = next; day >= last; day = dayBefore(day)) {
      if (performance.now() - startedAt > most * 1_000) return false;
      await client.query('begin');
      for (const sql of dayRows(`'${day}'::date`, Math.round(tasks / DAYS))) await client.query(sql);
      await client.query('commit');
    }
    if (await has(client, 'credit_limits')) return true;
    for (const sql of DERIVED) await client.query(sql);
    await client.query('vacuum analyze');
    return true;
  } finally {
    client.release(true);
  }
}

async function addUsers(client) {
  const each = `generate_series(1, ${USERS}) as n`;
  await client.query(
    `insert into users (id, name, email, is_admin, is_approved)
     select ${userOf('n')}, 'User ' || n, 'user-' || n || '@example.com', false, true from ${each}`,
  );
  await client.query(
    `insert into credit_accounts (id, type, name)
     select ${userOf('n')}, 'user', ${userOf('n')}::text from ${each}`,
  );
}

function dayRows(day, tasks) {
  return [
    `create temporary table task on commit drop as
     select uuidv7(at - clock_timestamp()) as id, uuidv7(at + took - clock_timestamp()) as end_id, n, at, at + took as ended_at,
       case when n <= ${USERS} then ${userOf('n')} end as user_id,
       case when n <= ${USERS} then md5('token ' || n || ' ' || i % (1 + n % 4))::uuid end as token_id,
       'kind-' || (random() * ${KINDS - 1})::int as kind, case when i % 5 = 0 then 'upstream' else 'local' end as provider,
       1 + i % 40 as amount, i % 25 = 0 as is_void, n % 10 = 0 and n <= ${USERS} as is_granted
     from (
       select i, floor(${USERS * 1.2} ^ random())::int as n, (${day} + i * interval '1 day' / ${tasks + 1}) at time zone 'UTC' as at,
         random() * interval '30 seconds' as took
       from generate_series(1, ${tasks}) as i
     ) made where at + took < now() order by at`,
    `insert into credit_transfers
       (id, type, debit_account, credit_account, amount, user_id, token_id, kind, provider, expires_at, created_at)
     select id, 'hold', coalesce(user_id, ${WITHOUT_TOKEN}), ${REVENUE}, amount, user_id, token_id, kind, provider,
       at + interval '1 hour', at from task`,
    `insert into credit_transfers
       (id, type, debit_account, credit_account, amount, resolves, user_id, token_id, created_at)
     select end_id, case when is_void then 'void' else 'post' end, coalesce(user_id, ${WITHOUT_TOKEN}), ${REVENUE},
       case when is_void then 0 else amount end, id, user_id, token_id, ended_at from task`,
    `insert into credit_allocations select id, 0, ${grantOf('n', 'at')}, amount from task where is_granted`,
    `insert into credit_usage_waiting
     select g.id, coalesce(user_id, ${WITHOUT_TOKEN}) from task, unnest(array[id, end_id]) as g(id)
     where at > now() - interval '1 minute'`,
    `insert into credit_usage
     select coalesce(user_id, ${WITHOUT_TOKEN}), (at at time zone 'UTC')::date, kind, token_id, provider, count(*),
       count(*) filter (where not is_void), count(*) filter (where is_void), sum(amount), sum(amount),
       coalesce(sum(amount) filter (where not is_void), 0)
     from task where at <= now() - interval '1 minute' group by 1, 2, 3, 4, 5`,
  ];
}

const DERIVED = [
  `insert into credit_usage_totals
   select case when grouping(kind) = 0 then 'kind' when grouping(token_id) = 0 then 'token' else 'user' end as part,
     day, account_id, token_id, kind, provider, sum(tasks), sum(succeeded), sum(failed), sum(price), sum(ended_price), sum(spent)
   from credit_usage
   group by grouping sets ((day, kind, provider), (day, account_id), (day, account_id, token_id)) order by 1, 2`,
  `insert into credit_transfers
     (id, type, debit_account, credit_account, amount, user_id, grant_id, created_at)
   select uuidv7(), 'grant', ${ISSUER}, user_id, amount, user_id, grant_id, now() from (
     select f.grant_id, h.user_id, sum(f.amount) + 100 as amount
     from credit_allocations f join credit_transfers h on h.id = f.hold_id group by 1, 2
   ) given`,
  `insert into credit_grants (id, user_id, category, effective_at, amount, available, spent)
   select g.grant_id, g.user_id, 'other', now() - interval '1 year', g.amount, g.amount - s.spent, s.spent
   from credit_transfers g join (
     select f.grant_id, sum(e.amount) as spent
     from credit_allocations f join credit_transfers e on e.resolves = f.hold_id group by 1
   ) s using (grant_id) where g.type = 'grant'`,
  `insert into credit_limits (id, user_id, period, allowed)
   select uuidv7(), ${userOf('n')}, period, 1000000000
   from generate_series(1, 20) as n, unnest(array['total', 'day', 'month']) as period`,
  `insert into credit_counters
   select l.id, credit_window(l.period, now()), coalesce(sum(e.amount), 0)
   from credit_limits l
   left join credit_transfers h on h.user_id = l.user_id and h.type = 'hold'
     and h.created_at >= credit_window(l.period, now())
   left join credit_transfers e on e.resolves = h.id group by l.id`,
];

async function has(client, table, where = '') {
  return one(await client.query(`select exists (select from ${table} ${where}) as found`)).found;
}

function one({ rows }) {
  return rows[0];
}

function dayBefore(day) {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}
