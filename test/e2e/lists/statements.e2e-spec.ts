import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { currentRequest } from '#libs/platform/http';
import { LIST_CALLS, targetOf } from '../../support/list-routes.js';
import { ListWorld } from './list-world.js';

const STATEMENTS_MAX = 3;
/** A search that finds little also looks for what may be typing errors. */
const SEARCH_STATEMENTS_MAX = 5;
/** Admins also get the number of nodes of each publisher, which another module counts. */
const PUBLISHERS_FOR_ADMINS_MAX = 4;

describe('the statements of a list', () => {
  let world: ListWorld;
  const sent: string[] = [];
  const query = pg.Client.prototype.query;

  beforeAll(async () => {
    world = await ListWorld.start();
    pg.Client.prototype.query = function (this: pg.Client, ...parameters: [string | { text: string }]) {
      const [statement] = parameters;
      if (currentRequest()) sent.push(typeof statement === 'string' ? statement : statement.text);
      return (query as (...all: unknown[]) => unknown).apply(this, parameters);
    } as typeof query;
  });
  afterAll(async () => {
    pg.Client.prototype.query = query;
    await world.stop();
  });

  it('are counted for every list of the document', async () => {
    const document = JSON.parse(await readFile(process.env.ATELIER_TEST_DOCUMENT ?? '', 'utf8'));
    const known = new Set(LIST_CALLS.map(({ route }) => route));
    const lists = listsOf(document);
    expect(lists.length).toBeGreaterThan(15);
    expect(lists.filter((route) => !known.has(route))).toEqual([]);
  });

  it.each(LIST_CALLS.map((call) => [`${call.target} for ${call.as}`, call] as const))(
    'are few at a full page: %s',
    async (_, call) => {
      const target = targetOf(call, world.ids);
      // The first time a process reads the token, which it then knows for seconds.
      expect(await world.clients[call.as].get(target)).toMatchObject({ status: 200 });
      sent.length = 0;
      await world.clients[call.as].get(target);
      expect(sent.length).toBeGreaterThan(0);
      expect(sent.length > mostOf(call) ? sent : []).toEqual([]);
    },
  );
});

function mostOf({ target, as }: { target: string; as: string }): number {
  if (target.includes('/search?')) return SEARCH_STATEMENTS_MAX;
  return as === 'admin' && target.startsWith('/publishers?') ? PUBLISHERS_FOR_ADMINS_MAX : STATEMENTS_MAX;
}

/** The routes that answer a page of things. */
function listsOf(document: any): string[] {
  return Object.entries<any>(document.paths).flatMap(([path, { get }]) =>
    get?.parameters?.some(isLimit) ? [`GET ${path}`] : [],
  );
}

function isLimit({ name, $ref }: { name?: string; $ref?: string }): boolean {
  return name === 'limit' || $ref === '#/components/parameters/limit';
}
