import { calculateJwkThumbprint, type CryptoKey, importJWK, type JWK } from 'jose';
import { Webhook } from 'standardwebhooks';
import { SigningKey } from '../../../libs/platform/signing/src/signing-key.js';
import { contractProblem, webhookProblem } from '../../support/api-contract.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { type ReceivedCall, WebhookReceiver } from '../../support/webhook-receiver.js';

const INSTALLATION = '/.well-known/jwks.json';

describe('the Ed25519 signatures of webhooks', () => {
  let app: TestApp;
  let hook: WebhookReceiver;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  beforeEach(async () => {
    hook = await WebhookReceiver.start();
  });
  afterEach(() => hook.stop());
  afterAll(() => app.stop());

  const keysAt = async (path: string, at = app): Promise<JWK[]> => (await at.api.get(path)).body.keys;
  const idOf = async (api: ApiClient): Promise<string> => (await api.get('/users')).body.id;

  /** A webhook of a task that fails soon, as its input cannot be fetched. */
  async function webhookOf(caller: ApiClient, fields: object = { callback_url: hook.url }) {
    const before = hook.calls.length;
    const { status } = await caller.post('/proxy/vidprov/reference2video', {
      ...{ model: 'vq2-turbo', prompt: 'waves', images: ['http://127.0.0.1:59999/absent.png'] },
      ...fields,
    });
    expect(status).toBe(200);
    return (await hook.received(before + 3))[before] as ReceivedCall;
  }

  /** Of each `v1a` signature, by the rules of Standard Webhooks: whether one of the keys made it. */
  async function accepted({ body, headers }: ReceivedCall, keys: readonly JWK[]): Promise<boolean[]> {
    const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
    const signatures = String(headers['webhook-signature']).split(' ');
    const asymmetric = signatures.filter((signature) => signature.startsWith('v1a,'));
    return Promise.all(
      asymmetric.map(async (signature) => {
        const bytes = Buffer.from(signature.slice('v1a,'.length), 'base64');
        const imported = await Promise.all(keys.map((key) => importJWK(key, 'Ed25519')));
        const verified = imported.map((key) =>
          crypto.subtle.verify('Ed25519', key as CryptoKey, bytes, content),
        );
        return (await Promise.all(verified)).some(Boolean);
      }),
    );
  }

  it('verify by the keys of their owner, beside a signature that the official library accepts', async () => {
    const ada = app.api.as(await app.caller());
    const call = await webhookOf(ada);
    expect(webhookProblem('videoTask', call)).toBeUndefined();
    const path = `/webhooks/jwks/${await idOf(ada)}`;
    const reply = await app.api.get(path);
    expect(contractProblem('GET /webhooks/jwks/:owner_id', reply)).toBeUndefined();
    expect(reply.headers.get('cache-control')).toBe('public, max-age=300');
    expect(await accepted(call, reply.body.keys)).toEqual([true]);
    expect(await accepted({ ...call, body: `${call.body} ` }, reply.body.keys)).toEqual([false]);
    const { secret } = (await ada.get('/users/webhook-secret')).body;
    const verified = new Webhook(secret).verify(call.body, call.headers as Record<string, string>);
    expect(verified).toEqual(JSON.parse(call.body));
    for (const key of reply.body.keys) expect(key.kid).toBe(await calculateJwkThumbprint(key));
  });

  it('of an endpoint have keys of its own', async () => {
    const ada = app.api.as(await app.caller());
    const { body: endpoint } = await ada.post('/webhooks/endpoints', { url: hook.url });
    const call = await webhookOf(ada, {});
    expect(await accepted(call, await keysAt(`/webhooks/jwks/${endpoint.id}`))).toEqual([true]);
    expect(await accepted(call, await keysAt(`/webhooks/jwks/${await idOf(ada)}`))).toEqual([false]);
    await ada.delete(`/webhooks/endpoints/${endpoint.id}`);
  });

  it('of others do not pass for those of a user, though a caller chooses the address', async () => {
    const [ada, eve] = [app.api.as(await app.caller()), app.api.as(await app.caller())];
    const keys = await keysAt(`/webhooks/jwks/${await idOf(ada)}`);
    for (const other of [eve, app.api]) expect(await accepted(await webhookOf(other), keys)).toEqual([false]);
    expect(await accepted(await webhookOf(app.api), await keysAt(INSTALLATION))).toEqual([true]);
  });

  it('are published with the key that signs snapshots', async () => {
    const reply = await app.api.get(INSTALLATION);
    expect(contractProblem(`GET ${INSTALLATION}`, reply)).toBeUndefined();
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(reply.body.keys).toHaveLength(2);
    for (const key of reply.body.keys) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
      expect(key.kid).toBe(await calculateJwkThumbprint(key));
    }
    expect((await app.api.get('/webhooks/jwks/none')).status).toBe(400);
  });

  it('are made with the former key too while that is set, and are the same in every process', async () => {
    const made = await keysAt(INSTALLATION);
    const own = SigningKey.generate();
    const next = await TestApp.join(app, { SIGNING_KEY: own.line, SIGNING_KEY_PREVIOUS: 'stored' });
    const later = await TestApp.join(app, { SIGNING_KEY: own.line });
    const other = await TestApp.join(app);
    try {
      expect(await keysAt(INSTALLATION, other)).toEqual(made);
      expect(await keysAt(INSTALLATION, next)).toEqual([own.jwk, ...made]);
      expect(await keysAt(INSTALLATION, later)).toEqual([own.jwk, made[1]]);
      const eve = next.api.as(await next.caller());
      const path = `/webhooks/jwks/${await idOf(eve)}`;
      const [former, both, after] = [await keysAt(path), await keysAt(path, next), await keysAt(path, later)];
      expect([former.length, both.length, after.length]).toEqual([1, 2, 1]);
      expect(both).toEqual([...after, ...former]);
    } finally {
      await Promise.all([next, later, other].map((one) => one.stop()));
    }
  });

  it('of a process with a former key are two, so that receivers change over without a gap', async () => {
    const settings = { SIGNING_KEY: SigningKey.generate().line, SIGNING_KEY_PREVIOUS: 'stored' };
    const changing = await TestApp.start(settings);
    try {
      const eve = changing.api.as(await changing.caller());
      const call = await webhookOf(eve);
      expect(webhookProblem('videoTask', call)).toBeUndefined();
      const [current, former] = await keysAt(`/webhooks/jwks/${await idOf(eve)}`, changing);
      expect(await accepted(call, [current as JWK])).toEqual([true, false]);
      expect(await accepted(call, [former as JWK])).toEqual([false, true]);
    } finally {
      await changing.stop();
    }
  });
});
