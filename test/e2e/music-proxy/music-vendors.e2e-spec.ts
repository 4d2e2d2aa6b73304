import { type ApiClient, TestApp } from '../../support/test-app.js';
import { vendorsFile } from '../../support/vendors-file.js';
import { FakeVendor, tell, type VendorCall, wholeStream } from './fake-vendor.js';
import { events, form, TEXT_PATH, typesOf } from './music-calls.js';

describe('music by one of several vendors', () => {
  let first: FakeVendor;
  let second: FakeVendor;
  let app: TestApp;
  let ada: ApiClient;

  beforeEach(async () => {
    [first, second] = [await FakeVendor.start(), await FakeVendor.start()];
    const stated = (name: string, priority: number, { baseUrl }: FakeVendor, keys: string[]) => ({
      ...{ name, area: 'music', base_url: baseUrl, priority, keys, not_taken_on_429: true },
    });
    const file = vendorsFile([
      stated('first', 0, first, ['key-a', 'key-b']),
      stated('second', 1, second, ['key-c']),
    ]);
    app = await TestApp.start({ VENDORS_FILE: file, MUSPROV_REFUSAL_WAIT_MS: '10000' });
    ada = app.api.as(await app.caller());
  });
  afterEach(async () => {
    await app.stop();
    await first.stop();
    await second.stop();
  });

  const make = () => ada.post(TEXT_PATH, undefined, { raw: form({ prompt: 'calm piano', duration: '2' }) });
  const refuse =
    (status: number, headers: Record<string, string> = {}) =>
    ({ response }: VendorCall): void => {
      response.writeHead(status, headers).end();
    };
  const keysOf = ({ calls }: FakeVendor) => calls.map(({ headers }) => headers.authorization);

  it('is ordered with the next key when the vendor limits one, and from the next vendor when it limits all', async () => {
    first.answer = (call) =>
      call.headers.authorization === 'Bearer key-a'
        ? refuse(429, { 'retry-after': '60' })(call)
        : wholeStream(call);
    expect(typesOf(events((await make()).bytes)).at(-1)).toBe('complete');
    expect([keysOf(first), keysOf(second)]).toEqual([['Bearer key-a', 'Bearer key-b'], []]);
    first.answer = refuse(402);
    expect(typesOf(events((await make()).bytes)).at(-1)).toBe('complete');
    expect([keysOf(first).slice(2), keysOf(second)]).toEqual([['Bearer key-b'], ['Bearer key-c']]);
  });

  it('is refused when all vendors refuse it, with the words of the last', async () => {
    first.answer = refuse(403);
    second.answer = refuse(429, { 'retry-after': '60' });
    expect(await make()).toMatchObject({ status: 503, body: { error: 'music_upstream_busy' } });
    expect([first.calls.length, second.calls.length]).toEqual([1, 1]);
  });

  it('stays with a vendor that may have taken it', async () => {
    first.answer = refuse(503, { 'retry-after': '60' });
    expect(events((await make()).bytes).at(-1)).toMatchObject({ type: 'error', code: 'uncertain' });
    expect([first.calls.length, second.calls.length]).toEqual([1, 0]);
  });

  it('stays with a vendor that has begun', async () => {
    first.answer = (call) => {
      call.response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      tell(call, { type: 'duration', duration_sec: 4 });
      setImmediate(() => call.response.destroy());
    };
    expect(typesOf(events((await make()).bytes)).at(-1)).toBe('error');
    expect([first.calls.length, second.calls.length]).toEqual([1, 0]);
  });
});
