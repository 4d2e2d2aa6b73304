import { contractProblem } from '../../support/api-contract.js';
import { type ApiClient, type Reply, TestApp } from '../../support/test-app.js';
import { callOf } from '../rights/calls.js';
import { type Cast, makeCast } from '../rights/roles.js';
import { makeWorld, type World } from '../rights/world.js';
import { documentedOperations, type Operation } from './api-document.js';
import { type HostileRequest, hostileRequests } from './hostile-requests.js';

/** Enough for the route with the most fields on a busy machine. */
const ROUTE_TIMEOUT_MS = 300_000;
const AT_ONCE = 4;
const SHOWN_CHARS = 160;
/** The fault of a reply; undefined when there is none. */
function problemOf(reply: Reply, { route }: Operation): string | undefined {
  const { status, bytes, headers } = reply;
  if (status >= 500) return `fails: ${status} ${bytes.toString().slice(0, SHOWN_CHARS)}`;
  return contractProblem(route, reply) ?? (headers.has('x-request-id') ? undefined : 'has no X-Request-Id');
}

describe('hostile values, one field at a time', () => {
  let app: TestApp;
  let cast: Cast;
  let read: World;

  beforeAll(async () => {
    // No jobs run: these tests are about replies.
    app = await TestApp.start({
      RUN_JOBS: 'false',
      PUBLISHERS_PER_USER: '100000',
      TOKENS_PER_USER: '100000',
      WEBHOOK_ENDPOINTS_PER_USER: '10000',
      WAITING_TASKS_PER_USER: '0',
      WAITING_TASKS_PER_ADDRESS: '0',
    });
    cast = await makeCast(app);
    read = await makeWorld(app, cast, false);
  });
  // The dropped jobs: no runner is here to call their handlers.
  afterAll(() => app.stop({ dead: ['video-tasks.run'] }));

  async function problem(api: ApiClient, operation: Operation, hostile: HostileRequest): Promise<string[]> {
    const { target, raw, headers, label } = hostile;
    const reply = await api.call(operation.method, target, undefined, { raw, headers });
    const found = problemOf(reply, operation);
    return found === undefined ? [] : [`${label.slice(0, SHOWN_CHARS)} ${found}`];
  }

  async function walk(api: ApiClient, operation: Operation, world: World): Promise<string[]> {
    const requests = hostileRequests(operation, () => callOf(operation.route, world));
    const problems: string[] = [];
    const work = async (): Promise<void> => {
      for (const hostile of requests) problems.push(...(await problem(api, operation, hostile)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return problems;
  }

  it.each(documentedOperations().map((operation) => [operation.route, operation] as const))(
    'get a documented answer from %s',
    async (_, operation) => {
      // Things that a call changes are made for it alone.
      const world = operation.method === 'GET' ? read : await makeWorld(app, cast, false);
      expect(await walk(app.api.as(cast.admin), operation, world)).toEqual([]);
    },
    ROUTE_TIMEOUT_MS,
  );
});
