import { DataSource } from 'typeorm';
import { contractProblem } from '../../support/api-contract.js';
import { type GivenPublisher, GivenRegistry } from '../../support/given-registry.js';
import { type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const LOGO = 'https://example.com/logo.png';

describe('publishers', () => {
  let app: TestApp;
  let given: GivenRegistry;

  beforeAll(async () => {
    app = await TestApp.start({ PUBLISHERS_PER_USER: '3' });
    given = new GivenRegistry(app);
  });
  afterAll(() => app.stop());

  describe('POST /publishers', () => {
    it('creates a publisher whose owner is the caller', async () => {
      const ada = await app.caller({ name: 'Ada' });
      const id = given.id('ada');
      const reply = await app.api
        .as(ada)
        .post('/publishers', { id, name: 'Ada & Co', logo: LOGO, website: 'https://example.com' });
      expect(reply.status).toBe(201);
      expect(reply.body).toEqual({
        id,
        name: 'Ada & Co',
        description: '',
        logo: LOGO,
        logo_path: expect.stringMatching(/^\/pictures\/./),
        createdAt: expect.stringMatching(/^\d{4}-/),
        members: [
          {
            id: expect.any(String),
            role: 'owner',
            user: { id: ada.user.id, name: 'Ada', email: ada.user.email },
          },
        ],
        source_code_repo: '',
        verified: [],
        status: 'PublisherStatusActive',
        support: '',
        website: 'https://example.com',
      });
    });

    it.each([
      [undefined],
      [7],
      ['a'],
      ['Upper'],
      ['9lives'],
      ['with_underscore'],
      ['with.dot'],
      ['-dash'],
      ['a'.repeat(64)],
      ['admin'],
      ['search'],
      ['ünder'],
      ['a\u200Bb'],
    ])('refuses the id %p', async (id) => {
      const reply = await app.api.as(await app.caller()).post('/publishers', { id });
      expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
      expect(reply.body.message).toMatch(/^id /);
    });

    it.each([
      ['name', ''],
      ['name', 'gpj\u202Eexe'],
      ['name', 'x'.repeat(201)],
      ['logo', 'javascript:alert(1)'],
      ['website', 'example.com'],
      ['status', 'banned'],
      ['description', 5],
    ])('refuses %s %p', async (field, value) => {
      const reply = await app.api
        .as(await app.caller())
        .post('/publishers', { id: given.id(), [field]: value });
      expect(reply.status).toBe(400);
      expect(reply.body.message).toContain(field);
    });

    it('lets exactly one of fifty concurrent creations win', async () => {
      const callers = await Promise.all(Array.from({ length: 10 }, () => app.caller()));
      const id = given.id('race');
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, at) => app.api.as(callers[at % 10]!).post('/publishers', { id })),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([
        201,
        ...Array.from({ length: 49 }, () => 409),
      ]);
      expect((await app.api.get(`/publishers/${id}`)).body.members).toHaveLength(1);
    });

    it('keeps a user to the limit, however many calls race; admins have none', async () => {
      const caller = await app.caller();
      const replies = await Promise.all(
        Array.from({ length: 12 }, () => app.api.as(caller).post('/publishers', { id: given.id('limit') })),
      );
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
      expect(replies.filter(({ body }) => body.error === 'publisher_limit_reached')).toHaveLength(9);
      const admin = await given.admin();
      for (let count = 0; count < 4; count++) await given.publisher({ owner: admin });
    });

    it('needs a token that may write, is bound to no publisher, and an approved user', async () => {
      const id = given.id();
      expect((await app.api.post('/publishers', { id })).status).toBe(401);
      const reader = await app.caller({ scopes: ['registry:read'] });
      expect((await app.api.as(reader).post('/publishers', { id })).body.error).toBe('insufficient_scope');
      const unapproved = await app.caller({ isApproved: false });
      expect((await app.api.as(unapproved).post('/publishers', { id })).body.error).toBe('approval_required');
      const { id: elsewhere } = await given.publisher();
      const bound = await app.caller({ publisherId: elsewhere });
      expect((await app.api.as(bound).post('/publishers', { id })).body.error).toBe('token_bound_elsewhere');
    });
  });

  describe('reading', () => {
    it('shows e-mails and open invitations to members and admins only', async () => {
      const publisher = await given.publisher();
      const member = await given.member(publisher);
      const invited = await app.caller();
      await app.api
        .as(publisher.owner)
        .post(`/publishers/${publisher.id}/members`, { email: invited.user.email });
      const membersFor = async (reader: typeof app.api) =>
        (await reader.get(`/publishers/${publisher.id}`)).body.members;
      for (const inside of [publisher.owner, member, await given.admin()]) {
        const members = await membersFor(app.api.as(inside));
        expect(members).toHaveLength(3);
        expect(members[0].user.email).toBe(publisher.owner.user.email);
        expect(members[2]).toMatchObject({ invited: true, user: { email: invited.user.email } });
      }
      for (const outside of [app.api, app.api.as(invited), app.api.as(await app.caller())]) {
        const members = await membersFor(outside);
        expect(members).toHaveLength(2);
        expect(JSON.stringify(members)).not.toContain('@');
        const list = (await outside.get(`/publishers/${publisher.id}/members`)).body;
        expect(list).toEqual(members);
      }
    });

    it('lists arrays, found by part of id or name and by status, with total and links in headers', async () => {
      const word = given.id('Wombat');
      const ids = [given.id('one'), given.id('two'), `three-${word.toLowerCase()}`];
      for (const id of ids) await given.publisher({ id, name: `The ${word} 100%` });
      await app.api.as(await given.admin()).post(`/publishers/${ids[0]}/ban`, { reason: 'test' });
      const first = await app.api.get(`/publishers?search=${word.toUpperCase()}&limit=2`);
      const linksOf = ({ headers }: typeof first): Record<string, string> =>
        Object.fromEntries(
          [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, rel]) => [
            rel,
            url,
          ]),
        );
      expect(first.headers.get('x-total-count')).toBe('3');
      const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
      const known = await app.api.get(`/publishers?search=${word.toUpperCase()}&limit=2`, { headers });
      expect(known).toMatchObject({ status: 304, body: undefined });
      expect(contractProblem('GET /publishers', known)).toBeUndefined();
      expect(Object.keys(linksOf(first))).toEqual(['first', 'next', 'last']);
      const second = await app.api.get(linksOf(first)['next'] ?? '');
      const listed = [...first.body, ...second.body].map(({ id }: { id: string }) => id);
      expect(listed).toEqual([...ids].sort());
      expect(Object.keys(linksOf(second))).toEqual(['first', 'prev', 'last']);
      expect((await app.api.get(linksOf(second)['prev'] ?? '')).body).toEqual(first.body);
      const found = async (query: string) =>
        (await app.api.get(`/publishers?search=${word}${query}`)).body.map(({ id }: { id: string }) => id);
      expect(await found('&status=PublisherStatusBanned')).toEqual([ids[0]]);
      expect(await found('%20100%25')).toHaveLength(3);
      expect(await found('%20100_')).toEqual([]);
    });

    it('validates ids', async () => {
      const { id } = await given.publisher();
      for (const query of ['page=0', 'limit=101', 'limit=x', 'status=banned']) {
        expect((await app.api.get(`/publishers?${query}`)).status).toBe(400);
      }
      const check = async (name: string) => (await app.api.get(`/publishers/validate?username=${name}`)).body;
      expect(await check(id)).toMatchObject({ isAvailable: false, reason: 'username is taken' });
      expect(await check('admin')).toMatchObject({ isAvailable: false });
      expect(await check('No')).toMatchObject({ isAvailable: false });
      expect(await check(given.id('free'))).toEqual({ isAvailable: true });
      expect((await app.api.get('/publishers/no-such')).body.error).toBe('publisher_not_found');
    });
  });

  describe('PUT and DELETE /publishers/:publisherId', () => {
    it('changes the fields sent, takes its own answer back, and keeps the status to admins', async () => {
      const { id, owner } = await given.publisher();
      const target = `/publishers/${id}`;
      await app.api.as(owner).put(target, { description: 'tools', support: 'help@example.com' });
      const before = (await app.api.as(owner).get(target)).body;
      expect(before).toMatchObject({ description: 'tools', support: 'help@example.com' });
      expect(await app.api.as(owner).put(target, before)).toMatchObject({ status: 200, body: before });
      expect((await app.api.as(owner).put(target, { status: 'PublisherStatusBanned' })).status).toBe(403);
      const admin = await given.admin();
      expect(
        (await app.api.as(admin).put(target, { status: 'PublisherStatusBanned', reason: 'spam' })).body
          .status,
      ).toBe('PublisherStatusBanned');
    });

    it('keeps all of a change or nothing', async () => {
      const { id } = await given.publisher();
      const admin = await given.admin();
      const database = app.get(DataSource);
      await database.query(`
        create function break_off() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$;
        create trigger break_off before update on publishers for each row when (new.name = 'broken off')
          execute function break_off()`);
      const body = { name: 'broken off', status: 'PublisherStatusBanned', reason: 'spam' };
      const broken = await app.api.as(admin).put(`/publishers/${id}`, body);
      await database.query('drop trigger break_off on publishers; drop function break_off');
      expect(broken.status).toBe(500);
      expect((await app.api.get(`/publishers/${id}`)).body.status).toBe('PublisherStatusActive');
    });

    it('goes by what is true when its turn comes', async () => {
      const { id, owner } = await given.publisher();
      const lock = app.get(DataSource).createQueryRunner();
      await lock.startTransaction();
      await lock.query(`update publishers set status = 'PublisherStatusBanned' where id = $1`, [id]);
      const late = app.api.as(owner).put(`/publishers/${id}`, { name: 'Late' });
      await until(async () => {
        const [{ count }] = await app
          .get(DataSource)
          .query(`select count(*)::int from pg_stat_activity where wait_event_type = 'Lock'`);
        return count > 0;
      });
      await lock.commitTransaction();
      await lock.release();
      expect((await late).body.error).toBe('publisher_banned');
    });

    it('refuses a change that names nothing to change, and says what may be sent', async () => {
      const { id, owner } = await given.publisher();
      const put = (body: object) => app.api.as(owner).put(`/publishers/${id}`, body);
      for (const body of [{}, { isBanned: true }, { name: null }, { id, createdAt: 'today' }]) {
        const refused = await put(body);
        expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
        expect(refused.body.message).toContain('send at least one of name, description');
      }
      expect((await put({ isBanned: true })).body.message).toContain('not known: isBanned');
      const wish = await put({ isBanned: true, name: 'Still' });
      expect([wish.status, wish.headers.get('x-ignored-fields')]).toEqual([200, 'isBanned']);
    });

    it('is in the audit log when an admin does it for others', async () => {
      const { id } = await given.publisher({ name: 'Before' });
      const admin = await given.admin();
      await app.api.as(admin).put(`/publishers/${id}`, { name: 'After', description: '' });
      const token = await app.api.as(admin).post(`/publishers/${id}/tokens`, { name: 'mine' });
      await app.api.as(admin).delete(`/publishers/${id}/tokens/${token.body.id}`);
      const log = await app.api.as(admin).get(`/admin/audit?target_id=${id}&actor_id=${admin.user.id}`);
      expect(log.body.entries).toMatchObject([
        { action: 'publisher.revoke_token', actor_name: admin.user.name },
        { action: 'publisher.issue_token' },
        { action: 'publisher.update', before: { name: 'Before' }, after: { name: 'After' } },
      ]);
    });

    it('is for owners', async () => {
      const publisher = await given.publisher();
      const member = await given.member(publisher);
      const target = `/publishers/${publisher.id}`;
      const stranger = await app.caller();
      const bound = await app.caller({ publisherId: (await given.publisher()).id });
      for (const act of ['put', 'delete'] as const) {
        const body = { name: 'x' };
        expect((await app.api[act](target, body)).status).toBe(401);
        expect((await app.api.as(stranger)[act](target, body)).body.error).toBe('not_a_member');
        expect((await app.api.as(member)[act](target, body)).body.error).toBe('owner_required');
        expect((await app.api.as(bound)[act](target, body)).body.error).toBe('token_bound_elsewhere');
        expect((await app.api.as(stranger)[act]('/publishers/no-such', body)).status).toBe(404);
      }
    });

    it('removes a publisher without nodes only', async () => {
      const { publisher, owner } = await given.node();
      const refused = await app.api.as(owner).delete(`/publishers/${publisher.id}`);
      expect(refused).toMatchObject({ status: 409, body: { error: 'publisher_has_nodes' } });
      const empty = await given.publisher({ owner });
      expect((await app.api.as(owner).delete(`/publishers/${empty.id}`)).status).toBe(204);
      expect((await app.api.get(`/publishers/${empty.id}`)).status).toBe(404);
    });
  });

  describe('POST /publishers/:publisherId/transfer', () => {
    const ownersOf = async (id: string): Promise<string[]> =>
      (await app.api.get(`/publishers/${id}`)).body.members
        .filter(({ role }: { role: string }) => role === 'owner')
        .map(({ user }: { user: { id: string } }) => user.id);

    it('gives it to a member, who is the only owner then; the owner stays a member', async () => {
      const publisher = await given.publisher();
      const { id, owner } = publisher;
      await given.member(publisher, 'owner');
      const heir = await given.member(publisher);
      const give = (by: typeof owner, user_id: string) =>
        app.api.as(by).post(`/publishers/${id}/transfer`, { user_id, reason: 'new job' });
      const stranger = await app.caller();
      expect(await give(owner, stranger.user.id)).toMatchObject({
        status: 409,
        body: { error: 'heir_not_member' },
      });
      expect((await give(heir, heir.user.id)).body.error).toBe('owner_required');
      const gone = await give(owner, heir.user.id);
      expect(gone).toMatchObject({ status: 200, body: { id, members: expect.any(Array) } });
      expect(await ownersOf(id)).toEqual([heir.user.id]);
      expect((await app.api.get(`/publishers/${id}`)).body.members).toHaveLength(3);
      expect((await give(owner, owner.user.id)).body.error).toBe('owner_required');
      const admin = await given.admin();
      const log = await app.api.as(admin).get(`/admin/audit?target_id=${id}&action=publisher.transfer`);
      expect(log.body.entries).toMatchObject([
        { action: 'publisher.transfer', reason: 'new job', after: { owners: [heir.user.id] } },
      ]);
      expect(log.body.entries[0].before.owners).toHaveLength(2);
    });

    it('lets an admin give it to anybody who may act, a banned one too', async () => {
      const { id, owner } = await given.publisher();
      const admin = await given.admin();
      const heir = await app.caller();
      const give = (user_id: string) => app.api.as(admin).post(`/publishers/${id}/transfer`, { user_id });
      await app.api.as(admin).post(`/publishers/${id}/ban`, { reason: 'test' });
      await app.api.as(admin).put(`/admin/users/${heir.user.id}`, { isSuspended: true });
      expect((await give(heir.user.id)).body.error).toBe('user_suspended');
      await app.api.as(admin).put(`/admin/users/${heir.user.id}`, { isSuspended: false });
      expect((await give(heir.user.id)).status).toBe(200);
      expect(await ownersOf(id)).toEqual([heir.user.id]);
      expect((await app.api.as(admin).delete(`/admin/users/${owner.user.id}`)).status).toBe(204);
      expect((await give('0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11')).body.error).toBe('user_not_found');
    });

    it('keeps the heir to the limit', async () => {
      const publisher = await given.publisher();
      const heir = await given.member(publisher);
      for (let count = 0; count < 3; count += 1) await given.publisher({ owner: heir });
      const refused = await app.api
        .as(publisher.owner)
        .post(`/publishers/${publisher.id}/transfer`, { user_id: heir.user.id });
      expect(refused).toMatchObject({ status: 403, body: { error: 'publisher_limit_reached' } });
      expect(await ownersOf(publisher.id)).toEqual([publisher.owner.user.id]);
    });
  });

  describe('the limit of publishers', () => {
    it('is raised and given back for one user by an admin', async () => {
      const ada = await app.caller();
      const admin = await given.admin();
      const open = async () => (await app.api.as(ada).post('/publishers', { id: given.id('limit') })).status;
      const allow = (publisherLimit: number) =>
        app.api.as(admin).put(`/admin/users/${ada.user.id}`, { publisherLimit });
      expect((await allow(1)).body.publisherLimit).toBe(1);
      expect([await open(), await open()]).toEqual([201, 403]);
      await allow(4);
      expect([await open(), await open(), await open(), await open()]).toEqual([201, 201, 201, 403]);
      expect((await allow(0)).body.publisherLimit).toBeNull();
      expect(await open()).toBe(403);
    });

    it('is zero for the owner of a banned publisher, until it is unbanned', async () => {
      const { id, owner } = await given.publisher();
      const admin = await given.admin();
      await app.api.as(admin).post(`/publishers/${id}/ban`, { reason: 'spam' });
      const open = () => app.api.as(owner).post('/publishers', { id: given.id('again') });
      const refused = await open();
      expect(refused).toMatchObject({ status: 403, body: { error: 'publisher_banned' } });
      expect(refused.body.message).toContain(id);
      await app.api.as(admin).post(`/publishers/${id}/unban`, {});
      expect((await open()).status).toBe(201);
    });

    it('is zero for another account with the mailbox of that owner', async () => {
      const owner = await app.caller({ email: 'eve.mallory@gmail.com' });
      const id = given.id('evil');
      await app.api.as(owner).post('/publishers', { id });
      await app.api.as(await given.admin()).post(`/publishers/${id}/ban`, { reason: 'spam' });
      for (const [email, status] of [
        ['EveMallory+new@googlemail.com', 403],
        ['eve.mallory@example.com', 201],
      ] as const) {
        const account = await app.caller({ email });
        const reply = await app.api.as(account).post('/publishers', { id: given.id('again') });
        expect([email, reply.status]).toEqual([email, status]);
      }
    });
  });

  describe('the rules for owners', () => {
    /** Each prepares one way for a user to become an owner, and returns the last step. */
    const WAYS: Record<string, (publisher: GivenPublisher, heir: Caller) => Promise<() => Promise<Reply>>> = {
      'accepts an invitation': async (publisher, heir) => {
        const place = await placeOf(publisher, heir, { role: 'owner' });
        return () => app.api.as(heir).post(`${place}/accept`);
      },
      'is raised by an owner': async (publisher, heir) => {
        const place = await placeOf(publisher, heir, { role: 'member' });
        await app.api.as(heir).post(`${place}/accept`);
        return () => app.api.as(publisher.owner).put(place, { role: 'owner' });
      },
      'is given it by an owner': async (publisher, heir) => {
        const place = await placeOf(publisher, heir, { role: 'member' });
        await app.api.as(heir).post(`${place}/accept`);
        const body = { user_id: heir.user.id };
        return () => app.api.as(publisher.owner).post(`/publishers/${publisher.id}/transfer`, body);
      },
    };

    async function placeOf({ id, owner }: GivenPublisher, heir: Caller, input: object): Promise<string> {
      const target = `/publishers/${id}/members`;
      const invited = await app.api.as(owner).post(target, { user_id: heir.user.id, ...input });
      return `${target}/${invited.body.id}`;
    }

    it.each(Object.keys(WAYS))('hold for a user who %s', async (way) => {
      const publisher = await given.publisher();
      const heir = await app.caller();
      const become = await WAYS[way]!(publisher, heir);
      const own = await given.publisher({ owner: heir });
      const admin = app.api.as(await given.admin());

      await admin.put(`/admin/users/${heir.user.id}`, { publisherLimit: 1 });
      const tooMany = { status: 403, body: { error: 'publisher_limit_reached' } };
      expect(await become()).toMatchObject(tooMany);
      await admin.put(`/admin/users/${heir.user.id}`, { publisherLimit: 2 });
      await admin.post(`/publishers/${own.id}/ban`, { reason: 'spam' });
      const refused = await become();
      expect(refused).toMatchObject({ status: 403, body: { error: 'publisher_banned' } });
      expect(refused.body.message).toContain(own.id);
      await admin.post(`/publishers/${own.id}/unban`, {});
      expect((await become()).status).toBe(200);
      expect((await app.api.as(heir).post('/publishers', { id: given.id() })).body).toEqual({
        error: 'publisher_limit_reached',
        message: expect.stringContaining('owns 2 publishers; 2 are allowed'),
      });
    });

    it('leave an admin free, who may make anybody an owner', async () => {
      const admin = await given.admin();
      const heir = await app.caller();
      const own = await given.publisher({ owner: heir });
      await app.api.as(admin).put(`/admin/users/${heir.user.id}`, { publisherLimit: 1 });
      await app.api.as(admin).post(`/publishers/${own.id}/ban`, { reason: 'test' });
      const [one, two] = [await given.publisher(), await given.publisher()];
      const owner = { user_id: heir.user.id, role: 'owner', accepted: true };
      expect((await app.api.as(admin).post(`/publishers/${one.id}/members`, owner)).status).toBe(201);
      const place = await placeOf(two, heir, { role: 'member' });
      expect((await app.api.as(heir).post(`${place}/accept`)).status).toBe(200);
      expect((await app.api.as(admin).put(place, { role: 'owner' })).body.role).toBe('owner');
    });

    it('are not passed by becoming one in several places at the same moment', async () => {
      const heir = await app.caller();
      const ways = Object.values(WAYS);
      const publishers = await Promise.all(Array.from({ length: 12 }, () => given.publisher()));
      const steps = await Promise.all(publishers.map((publisher, at) => ways[at % 3]!(publisher, heir)));
      const open = () => app.api.as(heir).post('/publishers', { id: given.id('limit') });
      const replies = await Promise.all([...steps, open, open].map((step) => step()));
      expect(replies.filter(({ status }) => status < 300)).toHaveLength(3);
      for (const { status, body } of replies.filter(({ status }) => status >= 300))
        expect([status, body.error]).toEqual([403, 'publisher_limit_reached']);
    });

    it('keep the owner of a banned publisher in its place, and let plain members go', async () => {
      const publisher = await given.publisher();
      const [owner, member] = [await given.member(publisher, 'owner'), await given.member(publisher)];
      await app.api.as(await given.admin()).post(`/publishers/${publisher.id}/ban`, { reason: 'spam' });
      const places = (await app.api.as(owner).get(`/publishers/${publisher.id}/members`)).body;
      const leave = (who: Caller) => {
        const { id } = places.find(({ user }: { user: { id: string } }) => user.id === who.user.id);
        return app.api.as(who).delete(`/publishers/${publisher.id}/members/${id}`);
      };
      expect((await leave(owner)).body).toEqual({
        error: 'publisher_banned',
        message: 'The publisher is banned. Reason: spam',
      });
      expect((await leave(member)).status).toBe(204);
    });
  });

  describe('ban and unban', () => {
    it('takes a new reason while it stands', async () => {
      const { id, owner } = await given.publisher();
      const admin = await given.admin();
      for (const body of [{ reason: 'odd' }, { reason: 'spam' }, { reason: 'spam' }]) {
        expect((await app.api.as(admin).post(`/publishers/${id}/ban`, body)).status).toBe(200);
      }
      const refused = await app.api.as(owner).put(`/publishers/${id}`, { name: 'x' });
      expect(refused.body.message).toBe('The publisher is banned. Reason: spam');
      const inside = { ban_reason: 'spam', banned_at: expect.stringMatching(/^\d{4}-.*Z$/) };
      for (const who of [owner, admin]) {
        expect((await app.api.as(who).get(`/publishers/${id}`)).body).toMatchObject(inside);
        expect((await app.api.as(who).get(`/publishers?search=${id}`)).body).toMatchObject([inside]);
      }
      expect((await app.api.get(`/publishers/${id}`)).body).not.toHaveProperty('ban_reason');
      expect((await app.api.get(`/publishers/${id}`)).body).not.toHaveProperty('banned_at');
      const audit = await app.api.as(admin).get(`/admin/audit?target_id=${id}&actor_id=${admin.user.id}`);
      expect(audit.body.entries).toMatchObject([{ reason: 'spam' }, { reason: 'odd' }]);
      expect(audit.body.entries).toHaveLength(2);
    });

    it('stops all writes, is logged with its reason, and ends completely', async () => {
      const publisher = await given.publisher();
      const { id, owner } = publisher;
      const admin = await given.admin();
      expect((await app.api.as(owner).post(`/publishers/${id}/ban`, { reason: 'test' })).status).toBe(403);
      expect((await app.api.post(`/publishers/${id}/ban`, { reason: 'test' })).status).toBe(401);
      const banned = await app.api.as(admin).post(`/publishers/${id}/ban`, { reason: 'spam' });
      expect(banned).toMatchObject({ status: 200, body: { status: 'PublisherStatusBanned' } });
      const writes = await Promise.all([
        app.api.as(owner).put(`/publishers/${id}`, { name: 'x' }),
        app.api.as(owner).post(`/publishers/${id}/members`, { user_id: admin.user.id }),
        app.api.as(owner).put(`/publishers/${id}/nodes/${given.id()}`, {}),
        app.api.as(owner).delete(`/publishers/${id}`),
      ]);
      for (const reply of writes)
        expect(reply).toMatchObject({
          status: 403,
          body: { error: 'publisher_banned', message: 'The publisher is banned. Reason: spam' },
        });
      await app.api.as(admin).post(`/publishers/${id}/unban`, { reason: 'sorry' });
      const back = await app.api.as(owner).put(`/publishers/${id}`, { name: 'Back' });
      expect(back.body.name).toBe('Back');
      expect(back.body).not.toHaveProperty('ban_reason');
      const audit = await app.api.as(admin).get(`/admin/audit?target_id=${id}&actor_id=${admin.user.id}`);
      expect(audit.body.entries).toMatchObject([
        { action: 'publisher.unban', reason: 'sorry' },
        { action: 'publisher.ban', reason: 'spam' },
      ]);
    });
  });
});
