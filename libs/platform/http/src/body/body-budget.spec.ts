import { RateLimited, Unavailable } from '#libs/platform/errors';
import { BodyBudget, type HeldBody } from './body-budget.js';

const MEGABYTE = 1024 * 1024;

describe('BodyBudget', () => {
  let budget: BodyBudget;
  beforeEach(() => {
    budget = new BodyBudget({ memoryMegabytes: 384 } as ConstructorParameters<typeof BodyBudget>[0]);
  });

  const fromUser = (userId: string): HeldBody => budget.open(`user:${userId}`, true);
  const fromAddress = (address: string): HeldBody => budget.open(`address:${address}`, false);
  /** A body that still arrives; the list takes the reason when it must give way. */
  const arriving = (body: HeldBody, reasons: unknown[] = []): HeldBody => {
    body.cut = (reason) => void reasons.push(reason);
    return body;
  };

  it('gives each user a third and each address a quarter, over all of their bodies', () => {
    const [first, second] = [fromUser('ada'), fromUser('ada')];
    first.hold(70 * MEGABYTE);
    second.hold(58 * MEGABYTE);
    expect(() => second.hold(58 * MEGABYTE + 1)).toThrow(RateLimited);
    const address = fromAddress('10.0.0.1');
    address.hold(96 * MEGABYTE);
    expect(() => address.hold(96 * MEGABYTE + 1)).toThrow('may take 96 MB');
    first.release();
    first.release();
    second.hold(128 * MEGABYTE);
  });

  it('refuses what is announced and cannot fit, and counts only what has come', () => {
    const body = fromAddress('10.0.0.1');
    body.announce(96 * MEGABYTE);
    fromAddress('10.0.0.1').announce(96 * MEGABYTE);
    body.hold(50 * MEGABYTE);
    expect(() => fromAddress('10.0.0.1').announce(60 * MEGABYTE)).toThrow(RateLimited);
  });

  it('takes small bodies when all is full', () => {
    for (const user of ['ada', 'bob', 'cleo']) fromUser(user).hold(128 * MEGABYTE);
    const body = fromUser('dan');
    body.announce(100_000);
    body.hold(100_000);
    expect(() => body.hold(200_000)).toThrow(Unavailable);
  });

  it('keeps half from those without a token', () => {
    fromAddress('10.0.0.1').hold(96 * MEGABYTE);
    fromAddress('10.0.0.2').hold(96 * MEGABYTE);
    expect(() => fromAddress('10.0.0.3').hold(MEGABYTE)).toThrow(Unavailable);
    fromUser('ada').hold(128 * MEGABYTE);
  });

  it('cuts the largest arriving body of who holds most for one who holds less', () => {
    const reasons: unknown[] = [];
    arriving(fromAddress('10.0.0.1'), reasons).hold(40 * MEGABYTE);
    const largest = arriving(fromAddress('10.0.0.1'), reasons);
    largest.hold(56 * MEGABYTE);
    const equal = arriving(fromAddress('10.0.0.2'));
    equal.hold(96 * MEGABYTE);
    const newcomer = arriving(fromAddress('10.0.0.3'));
    newcomer.hold(MEGABYTE);
    expect(reasons).toEqual([expect.any(Unavailable)]);
    expect(largest.bytes).toBe(0);
    newcomer.hold(56 * MEGABYTE);
    largest.hold(200 * MEGABYTE);
    expect(largest.bytes).toBe(0);
    equal.cut = undefined;
    expect(() => newcomer.hold(57 * MEGABYTE)).toThrow(Unavailable);
  });
});
