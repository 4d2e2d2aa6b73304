import path from 'node:path';
import { pathToFileURL } from 'node:url';

type Runner = { query(sql: string): Promise<unknown> };
type Migration = { up(runner: Runner): Promise<void>; [field: string]: unknown };

let findMigrationProblems: (migration: Migration) => Promise<string[]>;
beforeAll(async () => {
  const file = path.join(import.meta.dirname, '../../../scripts/migration-rules.mjs');
  ({ findMigrationProblems } = await import(pathToFileURL(file).href));
});

/** The rules that a migration of these statements breaks. */
async function rulesBroken(statements: string[], fields: Record<string, unknown> = {}): Promise<string[]> {
  const up = async (runner: Runner): Promise<void> => {
    for (const sql of statements) await runner.query(sql);
  };
  const problems = await findMigrationProblems({ ...fields, up });
  return problems.map((problem) => problem.replace(/:[^]*/, ''));
}

describe('the rules of migrations', () => {
  it.each([
    [
      [
        'create table moods (id uuid primary key, task_id uuid references tasks)',
        'create index i on moods (id)',
      ],
    ],
    [['create table moods (id int)', 'alter table moods alter column id set not null, add unique (id)']],
    [['create table moods (id int)', 'insert into moods values (1)', 'update moods set id = 2']],
    [['alter table tasks add column mood text']],
    [
      [
        "alter table tasks add column mood text not null default '', add column seen_at timestamptz default now()",
      ],
    ],
    [['alter table tasks add column user_2 uuid references users']],
    [['alter table tasks drop constraint ck_a, add constraint ck_a check (credits > 0) not valid']],
    [['alter table tasks validate constraint ck_a']],
    [['alter table tasks alter column mood set default 1']],
    [['alter table tasks add constraint uq_tasks_x unique using index uq_tasks_x']],
    [["create or replace function f() returns int language sql as 'select 1'"]],
    [['create trigger t after insert on tasks for each row execute function f()']],
    [["insert into settings_of_ours values (1) on conflict do nothing; select jobs.create_queue('a', '{}')"]],
  ])('let %j be', async (statements) => {
    expect(await rulesBroken(statements)).toEqual([]);
  });

  it.each([
    ['alter table tasks rename column kind to sort', 'rename'],
    ['alter table tasks rename to works', 'rename'],
    ["alter type mood rename value 'a' to 'b'", 'rename'],
    ['alter table tasks drop column kind', 'drop'],
    ['alter table tasks drop constraint uq_tasks_id', 'drop'],
    ['drop table if exists tasks', 'drop'],
    ['drop function f(int)', 'drop'],
    ['alter table tasks alter column credits type bigint', 'type-change'],
    ['alter table tasks alter column kind set not null', 'not-null'],
    ['alter table tasks alter column kind drop not null', 'nullable'],
    ['alter table tasks add column mood text not null', 'required-column'],
    ['alter table tasks add column key uuid default gen_random_uuid()', 'rewrite'],
    ['alter table tasks add column n bigserial', 'rewrite'],
    ['alter table tasks add column n int generated always as (credits * 2) stored', 'rewrite'],
    ['alter table tasks set unlogged', 'rewrite'],
    ['alter table tasks add column n int check (n > 0)', 'validated-constraint'],
    ['alter table tasks add constraint ck check (credits > 0)', 'validated-constraint'],
    ['alter table tasks add constraint fk foreign key (a) references users', 'validated-constraint'],
    [
      'alter table tasks add constraint c check (a) not valid; alter table tasks validate constraint c',
      'validated-constraint',
    ],
    ['alter table tasks add constraint uq unique (kind)', 'unique-constraint'],
    ['alter table tasks add column n int unique', 'unique-constraint'],
    ['create index ix on tasks (kind)', 'index-lock'],
    ['drop index ix', 'index-lock'],
    ['create index concurrently ix on tasks (kind)', 'in-transaction'],
    ['update tasks set credits = 0', 'table-change'],
    ['delete from tasks', 'table-change'],
    ['create table moods (id uuid); insert into moods select id from tasks', 'table-change'],
    ['create table moods as select id from tasks', 'table-change'],
    ['with a as (update tasks set credits = 0 returning id) select * from a', 'table-change'],
    ['lock table tasks', 'table-lock'],
    ['truncate tasks', 'table-lock'],
    ["do $$ begin execute 'drop table tasks'; end $$", 'hidden-statements'],
  ])('refuse %j', async (sql, rule) => {
    expect(await rulesBroken([sql])).toContain(rule);
  });

  it('let a step outside a transaction make indexes that a second run makes again', async () => {
    const outside = { transaction: false };
    const make = 'create index concurrently ix on tasks (kind)';
    expect(await rulesBroken(['drop index concurrently if exists ix', make], outside)).toEqual([]);
    expect(await rulesBroken([make], outside)).toEqual(['half-done']);
  });

  it('let a step be for a reason, and ask of one that stops programs which of them may go on', async () => {
    const sql = ['alter table tasks drop column kind'];
    const exceptions = { drop: 'Nothing has read it since version 0.2.' };
    expect(await rulesBroken(sql, { exceptions, needs: '1763940000000' })).toEqual([]);
    expect(await rulesBroken(sql, { exceptions })).toEqual([
      expect.stringContaining('"drop" stops programs'),
    ]);
    expect(await rulesBroken(sql, { exceptions: { drop: ' ' }, needs: '0' })).toEqual(['drop']);
    expect(await rulesBroken(['select 1'], { exceptions })).toEqual([
      expect.stringContaining('is for nothing that the migration does'),
    ]);
  });

  it('let a migration call nothing but SQL', async () => {
    const up = (runner: any): Promise<void> => runner.dropTable('tasks');
    await expect(findMigrationProblems({ up })).rejects.toThrow('it may call query alone, not dropTable');
  });
});
