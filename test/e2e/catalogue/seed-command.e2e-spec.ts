import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { TestApp } from '../../support/test-app.js';

const MAIN = path.join(import.meta.dirname, '../../../dist/apps/seed/src/main.js');

describe('npm run seed', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  /** The command on the database of a service that goes on meanwhile. */
  async function seed(lines: readonly string[]): Promise<string> {
    const file = path.join(app.dataDir, 'catalogue.jsonl');
    // Some editors begin a file with a byte order mark.
    await writeFile(file, `\uFEFF${lines.join('\n')}`);
    const env = { ...process.env, DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, INIT_CWD: '/' };
    const { stdout } = await promisify(execFile)(process.execPath, [MAIN, file], { env });
    return stdout;
  }

  it('loads the good lines of a file, names the bad ones, and the second time changes nothing', async () => {
    const lines = Array.from({ length: 1_100 }, (_, at) =>
      JSON.stringify({ id: `seeded-${at}`, author: `Gardener ${at % 50}`, app_nodes: [`Sprout${at}`] }),
    );
    lines.splice(600, 0, '{"id": "torn', '', JSON.stringify({ id: 'search' }));
    const first = await seed(lines);
    expect(first).toContain('1102 lines in');
    expect(first).toContain('1100 nodes new or changed, 0 left as they were, 2 lines refused.');
    expect(first).toContain('line 601: is not a JSON object');
    expect(first).toMatch(/line 603: the id "search" .*reserved/);
    const { body } = await app.api.get('/nodes/search?app_node_search=sprout1099');
    expect(body.nodes.map(({ id }: { id: string }) => id)).toEqual(['seeded-1099']);
    expect(await seed(lines)).toContain('0 nodes new or changed, 1100 left as they were, 2 lines refused.');
  });
});
