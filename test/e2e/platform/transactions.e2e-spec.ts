import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { OutboundHttp } from '#libs/platform/outbound';
import { JobQueue } from '#libs/platform/queue';
import { ObjectStorage } from '#libs/platform/storage';
import { UsersService } from '#libs/accounts/users';
import { TestApp } from '../../support/test-app.js';
import { Gate } from '../queue/queue-app.js';

describe('a transaction', () => {
  let app: TestApp;
  let transactions: TransactionRunner;

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    transactions = app.get(TransactionRunner);
  });
  afterAll(() => app.stop());

  const count = (scope: TransactionScope, userId: string): Promise<unknown> =>
    scope.manager.query('update users set name = name || $2 where id = $1', [userId, '+']);

  const namesOf = async (...ids: string[]): Promise<string[]> => {
    const users = await app.get(UsersService).findMany(ids);
    return ids.map((id) => users.find((user) => user.id === id)?.name ?? '');
  };

  async function twoUsers(): Promise<[string, string]> {
    const [one, other] = [await app.caller({ name: 'ada' }), await app.caller({ name: 'bob' })];
    return [one.user.id, other.user.id];
  }

  /** Runs two transactions whose first tries have each done their first step before either does its second. */
  async function atOnce(
    works: [TwoSteps, TwoSteps],
  ): Promise<{ tries: number; told: number; settled: PromiseSettledResult<void>[] }> {
    const gates = [new Gate(), new Gate()];
    const seen = { tries: 0, told: 0 };
    const runs = works.map(async ({ first, second }, index) =>
      transactions.run(async (scope) => {
        seen.tries += 1;
        scope.afterCommit(() => (seen.told += 1));
        await first(scope);
        gates[index]?.open();
        await gates[1 - index]?.opened;
        await second(scope);
      }),
    );
    return { settled: await Promise.allSettled(runs), ...seen };
  }

  type TwoSteps = Record<'first' | 'second', (scope: TransactionScope) => Promise<unknown>>;

  it('that the database ends because of a deadlock is run again; what was to follow its commit follows once', async () => {
    const [ada, bob] = await twoUsers();
    const { tries, told } = await atOnce([
      { first: (scope) => count(scope, ada), second: (scope) => count(scope, bob) },
      { first: (scope) => count(scope, bob), second: (scope) => count(scope, ada) },
    ]);
    expect({ tries, told }).toEqual({ tries: 3, told: 2 });
    expect(await namesOf(ada, bob)).toEqual(['ada++', 'bob++']);
  });

  it('that cannot be put in an order with another one is run again', async () => {
    const [ada] = await twoUsers();
    const readThenCount: TwoSteps = {
      first: async (scope) => {
        await scope.manager.query('set transaction isolation level repeatable read');
        await scope.manager.query('select name from users where id = $1', [ada]);
      },
      second: (scope) => count(scope, ada),
    };
    const { tries, told } = await atOnce([readThenCount, readThenCount]);
    expect({ tries, told }).toEqual({ tries: 3, told: 2 });
    expect(await namesOf(ada)).toEqual(['ada++']);
  });

  it('is given up when that never ends, and when it fails for another reason it is not run again', async () => {
    const tries = { conflict: 0, other: 0 };
    const endless = transactions.run(async (scope) => {
      tries.conflict += 1;
      await scope.manager.query(`do $$ begin raise exception 'again' using errcode = '40001'; end $$`);
    });
    await expect(endless).rejects.toThrow('again');
    const wrong = transactions.run(async (scope) => {
      tries.other += 1;
      await scope.manager.query('select 1 / 0');
    });
    await expect(wrong).rejects.toThrow('division by zero');
    expect(tries).toEqual({ conflict: 5, other: 1 });
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'takes a second connection',
      () => app.get(UsersService).findMany(['00000000-0000-7000-8000-000000000000']),
    ],
    ['takes a connection of the queue', () => app.get(JobQueue).ping()],
    ['begins another transaction', () => transactions.run(async () => undefined)],
    ['waits for the storage of files', () => app.get(ObjectStorage).find('assets/none')],
    [
      'calls another server',
      () =>
        app
          .get(OutboundHttp)
          .request({ method: 'GET', url: app.api.baseUrl, trustUrl: 'configured', maxBytes: 9 }),
    ],
  ])('that %s is refused', async (act, call) => {
    await expect(transactions.run(call)).rejects.toThrow(`A transaction ${act}`);
    await expect(call()).resolves.not.toThrow();
  });

  it('refuses nothing to what it has begun and what goes on after it', async () => {
    let after: Promise<unknown> | undefined;
    await transactions.run(async () => {
      after = sleep(50).then(() => app.get(JobQueue).ping());
    });
    await expect(after).resolves.toBeUndefined();
  });
});
