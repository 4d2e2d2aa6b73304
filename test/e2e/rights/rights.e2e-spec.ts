import { contractProblem } from '../../support/api-contract.js';
import { TestApp } from '../../support/test-app.js';
import { callOf } from './calls.js';
import { RIGHTS } from './rights-table.js';
import { type Cast, makeCast, type Role, ROLES } from './roles.js';
import { routesOf } from './routes.js';
import { makeWorld, type World } from './world.js';

/** Enough for every row on a busy machine. */
const WALK_TIMEOUT_MS = 300_000;

/** Routes that add something, or change nothing, and leave what is arranged as it is. */
const ADDING =
  /^POST \/(?:proxy\/(?:img|vid)prov\/[^:]*$|uploads|customers|quotes|bulk|deliveries|users|webhooks\/endpoints$)/;

describe('who may do what', () => {
  let app: TestApp;
  let cast: Cast;
  /** How replies differ from what the API document says of them. */
  const undocumented = new Set<string>();
  const worlds = new Map<boolean, World>();

  beforeAll(async () => {
    // No jobs run, so that nothing changes the arranged state.
    app = await TestApp.start({
      REQUIRE_APPROVAL: 'true',
      PUBLISHERS_PER_USER: '10000',
      TOKENS_PER_USER: '10000',
      WEBHOOK_ENDPOINTS_PER_USER: '10000',
      RUN_JOBS: 'false',
    });
    cast = await makeCast(app);
  });
  // One job of each world is dropped.
  afterAll(() => app.stop({ dead: ['video-tasks.run'] }));

  /** The status that a role gets for a route; what an earlier call changed is arranged again. */
  async function statusFor(role: Role, route: string): Promise<number> {
    const isBanned = role === 'banned owner';
    const world = worlds.get(isBanned) ?? (await makeWorld(app, cast, isBanned));
    worlds.set(isBanned, world);
    const { method, target, body } = callOf(route, world);
    const token = cast.tokens[role];
    const api = token === undefined ? app.api : app.api.as(token);
    const reply = await api.call(method, target, body);
    const { status } = reply;
    const problem = contractProblem(route, reply);
    if (problem !== undefined) undocumented.add(`${route} as ${role}: ${problem}`);
    if (method !== 'GET' && status < 400 && !ADDING.test(route)) worlds.delete(isBanned);
    return status;
  }

  it('is laid down for every route of the application, and for no other', () => {
    expect(RIGHTS.map(([route]) => route).sort()).toEqual(routesOf(app));
  });

  it(
    'is what every role meets on every route',
    async () => {
      const met: string[] = [];
      for (const [route] of RIGHTS) {
        const statuses: number[] = [];
        for (const role of ROLES) statuses.push(await statusFor(role, route));
        met.push(`${route}: ${statuses.join(' ')}`);
      }
      expect(met).toEqual(RIGHTS.map(([route, statuses]) => `${route}: ${statuses}`));
      expect([...undocumented]).toEqual([]);
    },
    WALK_TIMEOUT_MS,
  );
});
