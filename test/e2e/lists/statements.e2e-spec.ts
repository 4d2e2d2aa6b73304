import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { currentRequest } from '#libs/platform/http';
import { LIST_CALLS, NO_LISTS, targetOf } from '../../support/list-routes.js';
import { MANY, manyRows } from '../../support/many-rows.js';
import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';

/** More than a page has. */
const ROWS = 250;
const STATEMENTS_MAX = 3;

describe('the statements of a list', () => {
  let app: TestApp;
  let clients: Record<'owner' | 'admin' | 'nobody', ApiClient>;
  let ids: Record<string, string>;
  const sent: string[] = [];
  const query = pg.Client.prototype.query;

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false', PUBLIC_REPLIES_MB: '0' });
    const owner: Caller = await app.caller();
    const admin: Caller = await app.caller({ isAdmin: true });
    for (const { sql } of manyRows(ROWS, owner.user.id)) await rowsOf(app.databaseUrl, sql);
    await rowsOf(app.databaseUrl, 'analyze');
    clients = { owner: app.api.as(owner), admin: app.api.as(admin), nobody: app.api };
    const one = async (sql: string) => (await rowsOf<{ id: string }>(app.databaseUrl, sql))[0]?.id ?? '';
    ids = {
      publisherId: MANY.publisher,
      nodeId: MANY.node,
      versionId: '1.0.0',
      id: await one('select task_id as id from webhook_deliveries limit 1'),
      userId: await one(`select id from users where email = 'many-100@example.com'`),
    };
    pg.Client.prototype.query = function (this: pg.Client, ...parameters: [string | { text: string }]) {
      const [statement] = parameters;
      if (currentRequest()) sent.push(typeof statement === 'string' ? statement : statement.text);
      return (query as (...all: unknown[]) => unknown).apply(this, parameters);
    } as typeof query;
  });
  afterAll(async () => {
    pg.Client.prototype.query = query;
    await app.stop();
  });

  it('is counted for every list of the document', async () => {
    const document = JSON.parse(await readFile(process.env.ATELIER_TEST_DOCUMENT ?? '', 'utf8'));
    const known = new Set([...LIST_CALLS.map(({ route }) => route), ...NO_LISTS]);
    expect(listsOf(document).filter((route) => !known.has(route))).toEqual([]);
  });

  it.each(LIST_CALLS.map((call) => [`${call.target} for ${call.as}`, call] as const))(
    'are at most three at a full page: %s',
    async (_, call) => {
      const target = targetOf(call, ids);
      // The first time a process reads the token, which it then knows for seconds.
      expect(await clients[call.as].get(target)).toMatchObject({ status: 200 });
      sent.length = 0;
      await clients[call.as].get(target);
      expect(sent.length).toBeGreaterThan(0);
      expect(sent.length > STATEMENTS_MAX ? sent : []).toEqual([]);
    },
  );
});

type Schema = {
  $ref?: string;
  allOf?: Schema[];
  type?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
};

/** The routes that answer several things of one kind. */
function listsOf(document: any): string[] {
  const resolve = (schema: Schema = {}): Schema => {
    if (schema.$ref) return resolve(document.components.schemas[schema.$ref.split('/').at(-1) ?? '']);
    return schema.allOf ? Object.assign({}, ...schema.allOf.map(resolve)) : schema;
  };
  return Object.entries<any>(document.paths).flatMap(([path, { get }]) => {
    const schema = resolve(get?.responses['200']?.content?.['application/json']?.schema);
    const parts = [schema, ...Object.values(schema.properties ?? {}).map(resolve)];
    return parts.some(({ type, items }) => type === 'array' && items?.$ref) ? [`GET ${path}`] : [];
  });
}
