import { TestApp } from '../../support/test-app.js';

describe('GET /users', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it('tells who the token belongs to', async () => {
    const ada = await app.caller({ name: 'Ada', email: 'ada@example.com' });
    const reply = await app.api.as(ada).get('/users');
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      id: ada.user.id,
      name: 'Ada',
      email: 'ada@example.com',
      isAdmin: false,
      isApproved: true,
    });
  });

  it('takes the token from X-API-Key too', async () => {
    const ada = await app.caller();
    const reply = await app.api.get('/users', { headers: { 'X-API-Key': ada.token } });
    expect(reply.body).toMatchObject({ id: ada.user.id });
  });

  it('refuses a missing and an unknown token with a challenge', async () => {
    const missing = await app.api.get('/users');
    expect(missing).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    expect(missing.headers.get('www-authenticate')).toBe('Bearer realm="atelier"');
    const unknown = await app.api.as(`atl_${'x'.repeat(43)}`).get('/users');
    expect(unknown).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    expect(unknown.headers.get('www-authenticate')).toContain('invalid_token');
  });

  it('does not take a token from the query', async () => {
    const ada = await app.caller();
    expect((await app.api.get(`/users?access_token=${ada.token}`)).status).toBe(401);
  });
});
