import { GivenRegistry } from '../../support/given-registry.js';
import { TestApp } from '../../support/test-app.js';

describe('ratings and translations', () => {
  let app: TestApp;
  let given: GivenRegistry;

  beforeAll(async () => {
    app = await TestApp.start();
    given = new GivenRegistry(app);
  });
  afterAll(() => app.stop());

  describe('POST /nodes/:nodeId/reviews', () => {
    it('averages one rating per user; a later one replaces the earlier', async () => {
      const { id } = await given.node();
      const [ada, bob] = await Promise.all([app.caller(), app.caller()]);
      const first = await app.api.as(ada).post(`/nodes/${id}/reviews?star=5`);
      expect(first).toMatchObject({ status: 201, body: { id, rating: 5 } });
      expect((await app.api.as(bob).post(`/nodes/${id}/reviews?star=2`)).body.rating).toBe(3.5);
      expect((await app.api.as(ada).post(`/nodes/${id}/reviews?star=1`)).body.rating).toBe(1.5);
      expect((await app.api.get(`/nodes/${id}`)).body.rating).toBe(1.5);
    });

    it('refuses the members of its publisher, and takes an admin who is none', async () => {
      const { id, owner, publisher } = await given.node();
      for (const inside of [owner, await given.member(publisher)]) {
        const reply = await app.api.as(inside).post(`/nodes/${id}/reviews?star=5`);
        expect(reply).toMatchObject({ status: 403, body: { error: 'own_node' } });
      }
      expect((await app.api.get(`/nodes/${id}`)).body.rating).toBe(0);
      expect((await app.api.as(await given.admin()).post(`/nodes/${id}/reviews?star=4`)).status).toBe(201);
    });

    it('stays exact when many users rate at once, several times each', async () => {
      const { id } = await given.node();
      const callers = await Promise.all(Array.from({ length: 12 }, () => app.caller()));
      const statuses = await Promise.all(
        callers.flatMap((caller) =>
          [1, 2, 3, 4].map(
            async (star) => (await app.api.as(caller).post(`/nodes/${id}/reviews?star=${star}`)).status,
          ),
        ),
      );
      expect(new Set(statuses)).toEqual(new Set([201]));
      const last = await Promise.all(
        callers.map((caller, at) => app.api.as(caller).post(`/nodes/${id}/reviews?star=${(at % 5) + 1}`)),
      );
      expect(last.every(({ status }) => status === 201)).toBe(true);
      const stars = callers.map((_, at) => (at % 5) + 1);
      expect((await app.api.get(`/nodes/${id}`)).body.rating).toBeCloseTo(
        stars.reduce((sum, star) => sum + star, 0) / 12,
        10,
      );
    });

    it.each(['star=0', 'star=6', 'star=2.5', 'star=five', '', 'star=1&star=2'])(
      'refuses %p',
      async (query) => {
        const { id, owner } = await given.node();
        const reply = await app.api.as(owner).post(`/nodes/${id}/reviews?${query}`);
        expect(reply.status).toBe(400);
        expect(reply.body.message).toContain('star');
      },
    );

    it('needs a token that may write there, and a node', async () => {
      const { id } = await given.node();
      expect((await app.api.post(`/nodes/${id}/reviews?star=3`)).status).toBe(401);
      const other = await given.publisher();
      const bound = await app.caller({ publisherId: other.id });
      expect((await app.api.as(bound).post(`/nodes/${id}/reviews?star=3`)).body.error).toBe(
        'token_bound_elsewhere',
      );
      expect((await app.api.as(other.owner).post('/nodes/no-such/reviews?star=3')).status).toBe(404);
    });
  });

  describe('POST /nodes/:nodeId/translations', () => {
    it('adds, replaces and removes languages under their canonical tags', async () => {
      const { id, owner } = await given.node({
        fields: { translations: { fr: { name: 'Nœud' }, de: { name: 'alt' } } },
      });
      const reply = await app.api.as(owner).post(`/nodes/${id}/translations`, {
        translations: {
          'ZH-hant': { name: '節點', description: '圖像' },
          DE: { description: 'neu' },
          fr: {},
        },
      });
      expect(reply.status).toBe(201);
      const expected = { 'zh-Hant': { name: '節點', description: '圖像' }, de: { description: 'neu' } };
      expect(reply.body.translations).toEqual(expected);
      expect((await app.api.get(`/nodes/${id}`)).body.translations).toEqual(expected);
    });

    it.each<{ translations?: unknown }>([
      { translations: { 'not a tag': {} } },
      { translations: { de: { title: 'x' } } },
      { translations: { de: { name: 'a\u202Eb' } } },
      { translations: { de: { name: '' } } },
      { translations: { de: { name: ' \t ' } } },
      { translations: { de: { toString: 'x' } } },
      { translations: [] },
      {},
    ])('refuses %j', async (body) => {
      const { id, owner } = await given.node();
      const reply = await app.api.as(owner).post(`/nodes/${id}/translations`, body);
      expect(reply.status).toBe(400);
      expect(reply.body.message).toContain('translations');
    });

    it('is for members of the publisher', async () => {
      const { id, publisher } = await given.node();
      const body = { translations: { de: { name: 'Knoten' } } };
      expect((await app.api.post(`/nodes/${id}/translations`, body)).status).toBe(401);
      expect((await app.api.as(await app.caller()).post(`/nodes/${id}/translations`, body)).status).toBe(403);
      expect(
        (await app.api.as(await given.member(publisher)).post(`/nodes/${id}/translations`, body)).status,
      ).toBe(201);
    });
  });
});
