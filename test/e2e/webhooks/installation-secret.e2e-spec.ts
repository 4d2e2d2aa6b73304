import { Webhook } from 'standardwebhooks';
import { GivenRegistry } from '../../support/given-registry.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { type ReceivedCall, WebhookReceiver } from '../../support/webhook-receiver.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const PATH = '/admin/webhook-secret';

describe('the webhook secret of the installation', () => {
  let app: TestApp;
  let admin: ApiClient;
  const receivers: WebhookReceiver[] = [];

  beforeAll(async () => {
    app = await TestApp.start();
    admin = app.api.as(await new GivenRegistry(app).admin());
  });
  afterAll(async () => {
    await app.stop();
    await Promise.all(receivers.map((receiver) => receiver.stop()));
  });

  /** The webhooks of a task that fails soon, as its input cannot be fetched. */
  async function webhooksOfTask(caller: ApiClient): Promise<ReceivedCall[]> {
    const receiver = await WebhookReceiver.start();
    receivers.push(receiver);
    const { status } = await caller.post('/proxy/vidprov/reference2video', {
      model: 'vq2-turbo',
      prompt: 'waves',
      images: ['http://127.0.0.1:59999/absent.png'],
      callback_url: receiver.url,
    });
    expect(status).toBe(200);
    return receiver.received(3);
  }

  function accepts(secret: string, { body, headers }: ReceivedCall): boolean {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  }

  const secretOf = async (api: ApiClient, path: string) => (await api.get(path)).body.secret as string;

  it('is one, however many ask for it at once', async () => {
    const secrets = await Promise.all(Array.from({ length: 8 }, () => secretOf(admin, PATH)));
    expect(secrets[0]).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(new Set(secrets).size).toBe(1);
  });

  it('signs every webhook of a task started without a token', async () => {
    const calls = await webhooksOfTask(app.api);
    const secret = await secretOf(admin, PATH);
    expect(calls.map((call) => accepts(secret, call))).toEqual([true, true, true]);
  });

  it('is no secret of a user, not even of the admin who reads it', async () => {
    const ada = app.api.as(await app.caller());
    const [ofNobody, ofAda] = [await webhooksOfTask(app.api), await webhooksOfTask(ada)];
    const hers = await secretOf(ada, '/users/webhook-secret');
    const admins = await secretOf(admin, '/users/webhook-secret');
    const installations = await secretOf(admin, PATH);
    const accepted = (calls: ReceivedCall[]) =>
      [installations, hers, admins].map((secret) => calls.some((call) => accepts(secret, call)));
    expect(accepted(ofNobody)).toEqual([true, false, false]);
    expect(accepted(ofAda)).toEqual([false, true, false]);
  });

  it('signs along for a day after a rotation, and then no more', async () => {
    const old = await secretOf(admin, PATH);
    const since = Date.now();
    const { status, body: rotated } = await admin.post(PATH);
    expect(status).toBe(200);
    const expiry = Date.parse(rotated.previous_expires_at);
    expect(expiry).toBeGreaterThanOrEqual(since + DAY_MS);
    expect(expiry).toBeLessThanOrEqual(Date.now() + DAY_MS);
    expect(await secretOf(admin, PATH)).toBe(rotated.secret);
    const secrets = [old, rotated.secret as string];
    const accepted = async () => {
      const [call] = await webhooksOfTask(app.api);
      return secrets.map((secret) => accepts(secret, call!));
    };
    expect(await accepted()).toEqual([true, true]);
    app.passTime(DAY_MS);
    expect(await accepted()).toEqual([false, true]);
  });

  it('is read and rotated by admins alone', async () => {
    const before = await secretOf(admin, PATH);
    const { body } = await admin.post('/users/tokens', { name: 'media', scopes: ['media'] });
    const stranger = app.api.as(await app.caller());
    for (const ask of [(api: ApiClient) => api.get(PATH), (api: ApiClient) => api.post(PATH)]) {
      expect(await ask(app.api)).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
      for (const api of [stranger, app.api.as(body.token as string)]) {
        const reply = await ask(api);
        expect(reply).toMatchObject({ status: 403, body: { error: 'forbidden' } });
      }
    }
    expect(await secretOf(admin, PATH)).toBe(before);
  });
});
