import { PythonClient } from '../../support/python-client.js';
import { TestApp } from '../../support/test-app.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

const hasPython = PythonClient.pythonWith() !== undefined;
if (!hasPython) console.warn('SKIPPED: the Python client, as python3 is not installed.');
const withKeys = PythonClient.pythonWith('cryptography');
if (!withKeys)
  console.warn('SKIPPED: webhooks by public keys, as the Python package cryptography is not installed.');

const VERIFY = `
call = json.loads(os.environ["CALL"])
body, headers = call["body"].encode(), call["headers"]
`;

(hasPython ? describe : describe.skip)('webhooks by the Python client', () => {
  let client: PythonClient;
  let app: TestApp;
  let receiver: WebhookReceiver;
  let env: { ATELIER_URL: string; ATELIER_TOKEN: string; SECRET: string; CALL: string; KEYS: string };

  beforeAll(async () => {
    client = PythonClient.install();
    app = await TestApp.start({ ALLOW_PRIVATE_NETWORKS: 'true' });
    receiver = await WebhookReceiver.start();
    const caller = await app.caller();
    const api = app.api.as(caller);
    const image = `${app.api.baseUrl}/samples/room.jpg`;
    const body = { image, webhook_url: receiver.url };
    await api.post('/proxy/imgprov/v1/ai/image-relight', body);
    const [call] = await receiver.received(2);
    const { secret } = (await api.get('/users/webhook-secret')).body;
    env = {
      ATELIER_URL: app.api.baseUrl,
      ATELIER_TOKEN: caller.token,
      SECRET: secret,
      CALL: JSON.stringify(call),
      KEYS: `${app.api.baseUrl}/webhooks/jwks/${caller.user.id}`,
    };
  });
  afterAll(async () => {
    await receiver.stop();
    await app.stop();
    client.remove();
  });

  it('are verified by the secret, and refused when anything was changed', async () => {
    const [message, refused, wrong] = await client.run<[unknown, string[], string[]]>(
      `${VERIFY}
secret = os.environ["SECRET"]
def refusal(body=body, secret=secret, **changed):
    mixed = {**headers, **{"webhook-" + name: value for name, value in changed.items()}}
    return error_of(lambda: verify_webhook(body, mixed, secret=secret))["type"]
upper = {name.upper(): value for name, value in headers.items()}
assert verify_webhook(call["body"], upper, secret=secret) == verify_webhook(body, headers, secret=secret)
other = "whsec_" + "A" * 32
tell([
    verify_webhook(body, headers, secret=secret),
    [refusal(body=body + b" "), refusal(id="other"), refusal(timestamp="1"), refusal(timestamp="²"), refusal(timestamp=""),
     refusal(signature=""), refusal(signature="v1,AAAA"), refusal(signature="v1,ü"), refusal(secret=other)],
    [refusal(secret=""), refusal(secret="whsec_"), refusal(secret=None)],
])
`,
      env,
    );
    expect(message).toMatchObject({ status: 'IN_PROGRESS' });
    expect(refused).toEqual(Array(9).fill('WebhookRefused'));
    expect(wrong).toEqual(Array(3).fill('ValueError'));
  });

  (withKeys ? it : it.skip)('are verified by the public keys, and refused by those of others', async () => {
    const [message, refused, others] = await client.run<[unknown, string[], string]>(
      `${VERIFY}
keys = os.environ["KEYS"]
def refusal(body=body, keys=keys, **changed):
    mixed = {**headers, **{"webhook-" + name: value for name, value in changed.items()}}
    return error_of(lambda: verify_webhook(body, mixed, jwks_url=keys))["type"]
hmac_only = headers["webhook-signature"].split(" ")[0]
tell([
    verify_webhook(body, headers, jwks_url=keys),
    [refusal(body=body + b" "), refusal(timestamp="1"), refusal(signature=hmac_only), refusal(signature="v1a,???"),
     refusal(keys=os.environ["ATELIER_URL"] + "/.well-known/jwks.json")],
    refusal(keys="file:///etc/passwd"),
])
`,
      env,
      withKeys,
    );
    expect(message).toMatchObject({ status: 'IN_PROGRESS' });
    expect(refused).toEqual(Array(5).fill('WebhookRefused'));
    expect(others).toBe('ValueError');
  });
});
