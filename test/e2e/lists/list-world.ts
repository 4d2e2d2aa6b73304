import { MANY, manyRows } from '../../support/many-rows.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';

/** More than a page has. */
const ROWS = 250;

/** A service whose lists are all longer than a page. */
export class ListWorld {
  private constructor(
    readonly app: TestApp,
    readonly clients: Record<'owner' | 'admin' | 'nobody', ApiClient>,
    /** What the calls are about. */
    readonly ids: Record<string, string>,
  ) {}

  static async start(): Promise<ListWorld> {
    const app = await TestApp.start({ RUN_JOBS: 'false' });
    const owner = await app.caller();
    const admin = await app.caller({ isAdmin: true });
    for (const { sql } of manyRows(ROWS, owner.user.id)) await rowsOf(app.databaseUrl, sql);
    await rowsOf(app.databaseUrl, 'analyze');
    const idOf = async (sql: string) => (await rowsOf<{ id: string }>(app.databaseUrl, sql))[0]?.id ?? '';
    const ids = {
      publisherId: MANY.publisher,
      nodeId: MANY.node,
      queue: MANY.queue,
      versionId: '1.0.0',
      ruleId: 'runs_hidden_code',
      id: await idOf('select task_id as id from webhook_deliveries limit 1'),
      endpointId: await idOf('select id from webhook_endpoints limit 1'),
      userId: await idOf(`select id from users where email = 'many-100@example.com'`),
    };
    return new ListWorld(app, { owner: app.api.as(owner), admin: app.api.as(admin), nobody: app.api }, ids);
  }

  stop(): Promise<void> {
    return this.app.stop();
  }
}
