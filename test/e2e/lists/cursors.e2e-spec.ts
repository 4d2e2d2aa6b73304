import { LIST_CALLS, type ListCall, targetOf } from '../../support/list-routes.js';
import { ListWorld } from './list-world.js';

const PAGES = 3;

describe('reading a list on by its cursor', () => {
  let world: ListWorld;

  beforeAll(async () => {
    world = await ListWorld.start();
  });
  afterAll(() => world.stop());

  /** A page: its entries, where the next begins, and how many there are. */
  async function page(
    call: ListCall,
    extra: string,
  ): Promise<{ entries: unknown[]; next: string; total: unknown }> {
    const target = targetOf(call, world.ids).replace('limit=100', 'limit=7');
    const { status, body, headers } = await world.clients[call.as].get(`${target}${extra}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    const entries = Array.isArray(body) ? body : (Object.values<any>(body).find(Array.isArray) ?? []);
    const next = Array.isArray(body) ? headers.get('x-next-cursor') : body.next_cursor;
    return { entries, next, total: body.total ?? headers.get('x-total-count') };
  }

  const paged = LIST_CALLS.filter(({ route, target }) => {
    const isByNumber = ![
      '/nodes/search',
      '/changes',
      '/registry/rising',
      '/nodes/{nodeId}/dependents',
      '/tasks',
      '/admin/audit',
      '/admin/tasks',
      '/admin/reports',
      '/users/reports',
      '/users/notices',
      '/webhooks/endpoints/{endpointId}/deliveries',
      '/credits/statement',
      '/admin/users/{userId}/credits/statement',
      '/admin/users/{userId}/grants',
    ].includes(route.slice(4));
    return isByNumber && target.includes('limit=') && !target.includes('page=');
  });
  it.each(paged.map((call) => [`${call.target} for ${call.as}`, call] as const))(
    'gives the pages that numbers give: %s',
    async (_, call) => {
      let cursor = '';
      for (let number = 1; number <= PAGES && cursor !== null; number += 1) {
        const byNumber = await page(call, `&page=${number}`);
        const byCursor = await page(call, cursor === '' ? '' : `&cursor=${cursor}`);
        expect(byCursor).toEqual(byNumber);
        cursor = byCursor.next;
      }
    },
  );

  it('ends with the last row', async () => {
    const seen: string[] = [];
    let next = '';
    do {
      const reply = await world.clients.owner.get(
        `/publishers/${world.ids.publisherId}/nodes?limit=9${next}`,
      );
      expect(reply.headers.get('link')).toContain('rel="first"');
      seen.push(...reply.body.map(({ id }: { id: string }) => id));
      const cursor = reply.headers.get('x-next-cursor');
      next = cursor === null ? '' : `&cursor=${cursor}`;
    } while (next !== '');
    const total = (await world.clients.owner.get(`/publishers/${world.ids.publisherId}/nodes?limit=1`))
      .headers;
    expect(seen).toHaveLength(Number(total.get('x-total-count')));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('refuses a cursor that no page gave', async () => {
    for (const cursor of ['x', 'WzFd', Buffer.from('[2,9,true,"no uuid"]').toString('base64url')]) {
      const reply = await world.clients.admin.get(`/versions?cursor=${cursor}`);
      expect(reply).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('cursor must be') },
      });
    }
  });
});
