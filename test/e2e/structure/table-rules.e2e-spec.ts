import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTestDatabase, rowsOf } from '../../support/test-database.js';

type Modules = Record<string, { imports?: string[]; owns?: string[]; reads?: string[] }>;
type Graph = { modules: Modules; platform: Modules };
type Statement = { file: string; sql: string };

const ROOT = path.join(import.meta.dirname, '../../..');
const load = (file: string): Promise<any> => import(pathToFileURL(path.join(ROOT, file)).href);

let findProblems: (statements: readonly Statement[], graph: Graph) => string[];
beforeAll(async () => ({ findProblems } = await load('test/support/table-rules.mjs')));

const invented: Graph = {
  modules: {
    low: { owns: ['a', 'hidden'] },
    high: { imports: ['low'], owns: ['b'], reads: ['a'] },
  },
  platform: { 'platform/queue': { owns: ['jobs'] } },
};

function problemsOf(module: string, sql: string): string[] {
  const file = `libs/${module}/src/${module}.repository.ts`;
  return findProblems([{ file, sql }], invented).map((problem) =>
    problem.replace(`${file} `, '').replace(/: .*/s, ''),
  );
}

describe('the rules of tables', () => {
  it.each([
    ['high', 'select * from b join a using (id) order by id'],
    ['high', 'insert into b select * from a on conflict (id) do update set x = excluded.x returning *'],
    ['high', 'select 1 from b join a using (id) for no key update of b'],
    ['high', 'update b set x = a.x from a where a.id = b.id'],
    ['low', 'with b as (select 1 as id) select * from b'],
    ['low', "select count(*) from pg_locks where locktype = 'advisory'"],
    ['low', 'delete from hidden where id in (select id from a limit 3 for update skip locked)'],
    ['platform/queue', 'update jobs set priority = 1'],
  ])('let %s say: %s', (module, sql) => {
    expect(problemsOf(module, sql)).toEqual([]);
  });

  it.each([
    ['high', 'update a set x = 1', 'writes a of low'],
    ['high', 'with gone as (delete from a returning *) insert into b select * from gone', 'writes a of low'],
    ['high', 'merge into a using b on a.id = b.id when matched then delete', 'writes a of low'],
    ['high', 'truncate a', 'locks a of low'],
    ['high', 'copy a from stdin', 'writes a of low'],
    ['high', 'select 1 from b join a using (id) for no key update', 'locks a of low'],
    ['high', 'select 1 from b join a as n using (id) for share of n', 'locks a of low'],
    ['high', 'select * from hidden', 'reads hidden of low'],
    ['high', 'select jsonb_populate_record(null::hidden, $1)', 'reads hidden of low'],
    ['low', 'select exists (select from b)', 'reads b of high'],
    ['low', 'with b as (select * from b) select * from b', 'reads b of high'],
    ['low', 'select 1; delete from b', 'writes b of high'],
    ['low', 'select * from elsewhere', 'reads elsewhere of no module'],
    ['high', 'delete from jobs', 'writes jobs of platform/queue'],
  ])('refuse that %s says: %s', (module, sql, problem) => {
    expect(problemsOf(module, sql)).toContain(problem);
  });

  it('refuse a statement outside a repository, and allow those of tests and of what copies every table', () => {
    const sql = 'select * from a';
    expect(findProblems([{ file: 'libs/low/src/low.service.ts', sql }], invented)).toEqual([
      'libs/low/src/low.service.ts is no repository and says: select * from a',
    ]);
    expect(findProblems([{ file: 'libs/platform/backup/src/x.ts', sql }], invented)).toEqual([]);
    expect(findProblems([{ file: 'libs/low/src/low.service.spec.ts', sql }], invented)).toEqual([]);
    expect(findProblems([{ file: 'libs/low/src/low.service.ts', sql: 'commit' }], invented)).toEqual([]);
  });

  it('know an owner of every table', async () => {
    const database = await createTestDatabase();
    const tables = await rowsOf<{ name: string }>(
      database.url,
      `select table_name as name from information_schema.tables
        where table_schema = 'public' order by name`,
    );
    await database.drop();
    const { modules, platform }: Graph = await load('module-graph.cjs');
    const owned = Object.values({ ...modules, ...platform })
      .flatMap(({ owns = [] }) => owns)
      .filter((name) => !name.startsWith('jobs.'));
    expect(owned.sort()).toEqual(tables.map(({ name }) => name));
  });
});
