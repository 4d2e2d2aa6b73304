import { OutboundError } from './outbound-error.js';
import { VendorPolicy, type VendorPolicyOptions } from './vendor-policy.js';

const down = () => new OutboundError('connection_failed', 'down', { retryable: true });
const lost = () => new OutboundError('timeout', 'lost', { retryable: true, mayHaveArrived: true });
const status = (code: number, retryAfterSeconds?: number) =>
  new OutboundError('bad_status', 'status', {
    status: code,
    retryable: code === 429 || code >= 500,
    mayHaveArrived: true,
    retryAfterSeconds,
  });

function policyOf(options: VendorPolicyOptions = {}): VendorPolicy {
  return new VendorPolicy({ firstRetryDelayMs: 1, ...options });
}

/** A call that fails with the given errors in turn, then succeeds. */
function failing(...errors: Error[]) {
  const call = { tries: 0, run: () => Promise.resolve('') };
  call.run = async () => {
    const error = errors[call.tries];
    call.tries += 1;
    if (error) throw error;
    return 'done';
  };
  return call;
}

describe('VendorPolicy', () => {
  it('repeats a call that may be repeated at any time', async () => {
    const call = failing(lost(), status(503));
    await expect(policyOf().run('any-time', call.run)).resolves.toBe('done');
    expect(call.tries).toBe(3);
  });

  it('throws the last error once the attempts are used up', async () => {
    const call = failing(lost(), down(), status(500), down());
    await expect(policyOf().run('any-time', call.run)).rejects.toMatchObject({
      code: 'bad_status',
      status: 500,
    });
    expect(call.tries).toBe(3);
  });

  it('repeats a submission only when it certainly did not arrive', async () => {
    const safe = failing(down(), down());
    await expect(policyOf().run('if-not-arrived', safe.run)).resolves.toBe('done');
    for (const error of [lost(), status(429), status(503)]) {
      const unsafe = failing(error);
      await expect(policyOf().run('if-not-arrived', unsafe.run)).rejects.toBe(error);
      expect(unsafe.tries).toBe(1);
    }
  });

  it('does not repeat what is final, nor errors of our own', async () => {
    for (const error of [status(400), new OutboundError('address_refused', 'no'), new TypeError('bug')]) {
      const call = failing(error);
      await expect(policyOf().run('any-time', call.run)).rejects.toBe(error);
      expect(call.tries).toBe(1);
    }
  });

  it('does not wait for a vendor that asks for a long pause', async () => {
    const error = status(429, 60);
    const call = failing(error);
    await expect(policyOf().run('any-time', call.run)).rejects.toBe(error);
    expect(call.tries).toBe(1);
  });

  it('opens after failures in a row, refuses at once, and closes after one success', async () => {
    const policy = policyOf({ breakAfterFailures: 2, maxAttempts: 1, halfOpenAfterMs: 20 });
    await expect(policy.run('any-time', failing(down()).run)).rejects.toMatchObject({
      code: 'connection_failed',
    });
    expect(policy.isOpen).toBe(false);
    await expect(policy.run('any-time', failing(status(502)).run)).rejects.toMatchObject({
      code: 'bad_status',
    });
    expect(policy.isOpen).toBe(true);
    const refused = failing();
    await expect(policy.run('any-time', refused.run)).rejects.toMatchObject({
      code: 'circuit_open',
      retryable: true,
      mayHaveArrived: false,
      retryAfterSeconds: 1,
    });
    expect(refused.tries).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 40));
    await expect(policy.run('any-time', failing().run)).resolves.toBe('done');
    expect(policy.isOpen).toBe(false);
  });

  it('does not open for requests that the vendor refuses', async () => {
    const policy = policyOf({ breakAfterFailures: 1, maxAttempts: 1 });
    for (const error of [status(400), status(404), status(429), new OutboundError('aborted', 'no')]) {
      await expect(policy.run('any-time', failing(error).run)).rejects.toBe(error);
    }
    expect(policy.isOpen).toBe(false);
  });

  it('limits calls at the same time, lets some wait and refuses the rest', async () => {
    const policy = policyOf({ maxConcurrent: 2, maxWaiting: 1 });
    let running = 0;
    let most = 0;
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const call = async () => {
      running += 1;
      most = Math.max(most, running);
      await gate;
      running -= 1;
    };
    const accepted = [1, 2, 3].map(() => policy.run('any-time', call));
    await expect(policy.run('if-not-arrived', call)).rejects.toMatchObject({
      code: 'too_busy',
      retryable: true,
    });
    release();
    await Promise.all(accepted);
    expect(most).toBe(2);
  });

  it('passes the signal on and reports a cancelled wait as aborted', async () => {
    const policy = policyOf({ maxConcurrent: 1 });
    const controller = new AbortController();
    let seen: AbortSignal | undefined;
    let release = (): void => undefined;
    const first = policy.run(
      'any-time',
      async (signal) => {
        seen = signal;
        await new Promise<void>((resolve) => (release = resolve));
      },
      controller.signal,
    );
    const second = policy.run('any-time', failing().run, controller.signal);
    controller.abort();
    release();
    await first;
    expect(seen?.aborted).toBe(true);
    await expect(second).rejects.toMatchObject({ code: 'aborted' });
  });
});
