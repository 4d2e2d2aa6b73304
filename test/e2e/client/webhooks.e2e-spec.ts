import { verifyWebhook, WebhookRefused } from '@atelier/client/webhooks';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { type ReceivedCall, WebhookReceiver } from '../../support/webhook-receiver.js';

describe('webhooks by the client', () => {
  let app: TestApp;
  let ada: ApiClient;
  let hook: WebhookReceiver;
  let call: ReceivedCall;
  let secret: string;
  let jwksUrl: string;

  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.api.as(await app.caller());
    hook = await WebhookReceiver.start();
    const webhook_url = hook.url;
    const image = `${app.api.baseUrl}/samples/room.jpg`;
    await ada.post('/proxy/imgprov/v1/ai/image-relight', { image, webhook_url });
    [call] = (await hook.received(2)) as [ReceivedCall];
    secret = (await ada.get('/users/webhook-secret')).body.secret;
    jwksUrl = `${app.api.baseUrl}/webhooks/jwks/${(await ada.get('/users')).body.id}`;
  });
  afterAll(async () => {
    await hook.stop();
    await app.stop();
  });

  it('are the messages that the service has signed, by the secret and by the public keys', async () => {
    const sent = JSON.parse(call.body);
    for (const keys of [{ secret }, { jwksUrl }]) {
      expect(await verifyWebhook(call.body, call.headers, keys)).toEqual(sent);
      const headers = new Headers(call.headers as Record<string, string>);
      expect(await verifyWebhook(Buffer.from(call.body), headers, keys)).toEqual(sent);
    }
  });

  it('are refused when they were changed, are old, or of somebody else', async () => {
    const eve = app.api.as(await app.caller());
    const id = (await eve.get('/users')).body.id;
    const { secret: otherSecret } = (await eve.get('/users/webhook-secret')).body;
    const refused = (body: string, headers: object, keys: Parameters<typeof verifyWebhook>[2]) =>
      expect(verifyWebhook(body, headers as Record<string, string>, keys)).rejects.toBeInstanceOf(
        WebhookRefused,
      );
    for (const keys of [{ secret }, { jwksUrl }]) {
      await refused(`${call.body} `, call.headers, keys);
      await refused(call.body, { ...call.headers, 'webhook-id': 'another' }, keys);
      await refused(call.body, { ...call.headers, 'webhook-timestamp': '1700000000' }, keys);
      await refused(call.body, { ...call.headers, 'webhook-timestamp': 'now' }, keys);
      await refused(call.body, { ...call.headers, 'webhook-signature': 'v1,AAAA v1a,AAAA v1a,!' }, keys);
      await refused(call.body, {}, keys);
    }
    await refused(call.body, call.headers, { secret: otherSecret });
    await refused(call.body, call.headers, { jwksUrl: `${app.api.baseUrl}/webhooks/jwks/${id}` });
  });

  it('do not ask for the public keys each time', async () => {
    let asked = 0;
    const counting: typeof fetch = (...request) => {
      asked += 1;
      return fetch(...request);
    };
    const keys = { jwksUrl: `${jwksUrl}?counted`, fetch: counting };
    await verifyWebhook(call.body, call.headers, keys);
    await verifyWebhook(call.body, call.headers, keys);
    await expect(verifyWebhook(`${call.body} `, call.headers, keys)).rejects.toThrow('No signature is right');
    expect(asked).toBe(1);
    await expect(
      verifyWebhook(call.body, call.headers, { jwksUrl: `${app.api.baseUrl}/none` }),
    ).rejects.toThrow('cannot be read');
  });
});
