import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { allMigrations, isAfter, type MigrationClass, onDatabase } from '../../support/migrations.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { createTestDatabase } from '../../support/test-database.js';

/** The last one before those that carry rows over. */
const BEFORE = '1763701200000';

/** One act of an admin, as the audit log keeps it. */
type Act = [day: number, action: string, reason: string, before: string];
const ban = (day: number, reason: string, before = 'Active'): Act => [day, 'publisher.ban', reason, before];
const unban = (day: number): Act => [day, 'publisher.unban', 'sorry', 'Banned'];
const VERSION = uuidv7();
const [UPLOAD, STARTED_AT] = [uuidv7(), '2026-01-04T05:06:07.000Z'];
const dayOf = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString();

/** Publishers by id: their status, the acts on them, and the expected reason of their ban. */
const PUBLISHERS: Record<string, { acts: Act[]; ban?: { ban_reason: string; banned_at: string } }> = {
  'banned-twice': {
    acts: [ban(2, 'odd'), ban(5, 'spam', 'Banned'), [6, 'publisher.update', 'name', 'Banned']],
    ban: { ban_reason: 'spam', banned_at: dayOf(2) },
  },
  'banned-anew': {
    acts: [ban(2, 'first'), unban(3), ban(4, 'second')],
    ban: { ban_reason: 'second', banned_at: dayOf(4) },
  },
  'banned-without-reason': {
    acts: [ban(2, 'not this one'), unban(3), ban(4, '')],
    ban: { ban_reason: '', banned_at: dayOf(4) },
  },
  'banned-unseen': { acts: [], ban: { ban_reason: '', banned_at: dayOf(20) } },
  unbanned: { acts: [ban(2, 'spam'), ban(3, 'more', 'Banned'), unban(4)] },
  'never-banned': { acts: [] },
};

describe('migrations on a database with rows', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let classes: MigrationClass[];
  let app: TestApp | undefined;

  beforeAll(async () => {
    database = await createTestDatabase({ isEmpty: true });
    classes = await allMigrations();
  });
  afterAll(async () => {
    await app?.stop();
    await database.drop();
  });

  /** Rows as the service of that time left them. */
  async function putRows(dataSource: DataSource): Promise<void> {
    for (const [id, { acts, ban }] of Object.entries(PUBLISHERS)) {
      await dataSource.query(
        `insert into "publishers" ("id", "name", "status", "updatedAt") values ($1, $1, $2, $3)`,
        [id, `PublisherStatus${ban ? 'Banned' : 'Active'}`, dayOf(20)],
      );
      for (const [day, action, reason, before] of acts)
        await dataSource.query(
          `insert into "audit_entries" ("id", "action", "targetKind", "targetId", "reason", "before", "createdAt")
           values ($1, $2, 'publisher', $3, $4, $5, $6)`,
          [
            uuidv7({ msecs: Date.parse(dayOf(day)) }),
            action,
            id,
            reason,
            { status: `PublisherStatus${before}` },
            dayOf(day),
          ],
        );
    }
    // A node of the same id is another thing.
    await dataSource.query(
      `insert into "audit_entries" ("id", "action", "targetKind", "targetId", "reason")
       values ($1, 'publisher.ban', 'node', 'banned-twice', 'of a node')`,
      [uuidv7()],
    );
    await dataSource.query(
      `insert into "nodes" ("id", "idKey", "lookAlikeKey", "publisherId", "name", "bannerUrl", "supportedOs", "githubStars")
       values ('picture-maker', 'picture-maker', 'picturemaker', 'never-banned', '이미지생성기', 'https://banner.example', '{Linux}', 7)`,
    );
    await dataSource.query(
      `insert into "nodes" ("id", "idKey", "lookAlikeKey", "publisherId", "name", "status")
       values ('old-ban', 'old-ban', 'oldban', 'never-banned', 'Old', 'NodeStatusBanned')`,
    );
    await dataSource.query(
      `insert into "node_versions" ("id", "nodeId", "version", "sortKey", "isPrerelease", "status", "uploadDeadline",
                                    "supportedAppVersion", "createdAt")
       values ('${VERSION}', 'picture-maker', '1.0.0', 'k', false, 'NodeVersionStatusActive', now(), '>=1.2', '${dayOf(3)}')`,
    );
    await dataSource.query(`update "nodes" set "latestVersionId" = '${VERSION}'`);
    await dataSource.query(
      `insert into "archive_uploads" ("id", "versionId", "startedAt", "isAbandoned") values ($1, $2, $3, true)`,
      [UPLOAD, VERSION, STARTED_AT],
    );
    await dataSource.query(
      `insert into "node_search" ("id", "rank_key", "created_at", "downloads", "stars", "head", "is_sampled", "is_banned", "lexemes")
       values ('picture-maker', '7fffffff-ffff-ffff-ffff-ffffffff0000', now(), 0, 0, 5, true, false,
               array_to_tsvector(array['n"이미지생성기', 'n=이미지생성기', 'n:이미지생성기', 'n^이미지생성기', 'n이미지생성기', 'n~이미']))`,
    );
    await dataSource.query(
      `insert into "search_term" ("term", "n", "t", "a", "r") values ('이미지생성기', 1, 0, 0, 0), ('~이미', 1, 0, 0, 0)`,
    );
  }

  /** What an admin sees of the ban of each publisher. */
  async function bansSeen(api: ApiClient): Promise<Record<string, object>> {
    const entries = Object.keys(PUBLISHERS).map(async (id) => {
      const { status, ban_reason, banned_at } = (await api.get(`/publishers/${id}`)).body;
      return [id, { status, ban_reason, banned_at }] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  it('carry rows, bans and Korean words over, back, and over again', async () => {
    const early = classes.filter((migration) => !isAfter(migration, BEFORE));
    await onDatabase(database.url, early, (dataSource) => dataSource.runMigrations());
    await onDatabase(database.url, [], putRows);
    await onDatabase(database.url, classes, async (dataSource) => {
      const ran = await dataSource.runMigrations();
      for (let left = ran.length; left > 0; left -= 1) await dataSource.undoLastMigration();
      const [{ columns }] = await dataSource.query(
        `select array_agg(column_name::text) as columns from information_schema.columns where table_name = 'publishers'`,
      );
      expect(columns).toContain('sourceCodeRepo');
      expect(columns.filter((name: string) => /ban/i.test(name))).toEqual([]);
      expect(await dataSource.query(`select from "audit_entries"`)).toHaveLength(13);
      expect(await dataSource.query('select * from archive_uploads')).toEqual([
        { id: UPLOAD, versionId: VERSION, startedAt: new Date(STARTED_AT), isAbandoned: true },
      ]);
      expect(await dataSource.runMigrations()).toHaveLength(ran.length);
      expect(await dataSource.query('select * from pending_uploads')).toEqual([
        { key: `archives/${VERSION}/${UPLOAD}/`, started_at: new Date(STARTED_AT), is_abandoned: true },
      ]);
      const noted = `select id from publishers where ban_reason <> '' or banned_at is not null`;
      const banned = Object.keys(PUBLISHERS).filter((id) => PUBLISHERS[id]?.ban);
      expect((await dataSource.query(noted)).map(({ id }: { id: string }) => id).sort()).toEqual(
        banned.sort(),
      );
    });

    app = await TestApp.start({ DATABASE_URL: database.url });
    const admin = app.api.as(await app.caller({ isAdmin: true }));
    expect(await bansSeen(admin)).toEqual(
      Object.fromEntries(
        Object.entries(PUBLISHERS).map(([id, { ban }]) => [
          id,
          ban ? { status: 'PublisherStatusBanned', ...ban } : { status: 'PublisherStatusActive' },
        ]),
      ),
    );
    expect((await app.api.get('/nodes/picture-maker')).body).toMatchObject({
      banner_url: 'https://banner.example',
      supported_os: ['Linux'],
      github_stars: 7,
      publisher: { id: 'never-banned', name: 'never-banned' },
      latest_version: { id: VERSION, supported_app_version: '>=1.2', createdAt: dayOf(3) },
    });
    expect((await admin.get('/nodes/old-ban')).body.status_detail).toBe('No reason was given.');
    for (const word of ['생성', '미지', '이미지생성기'])
      expect((await app.api.get(`/nodes/search?search=${word}`)).body.nodes).toMatchObject([
        { id: 'picture-maker' },
      ]);
  });
});
