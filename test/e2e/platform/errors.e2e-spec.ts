import { TestApp } from '../../support/test-app.js';

describe('errors of the platform', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it('answers an unknown path with 404 in the envelope and a request id', async () => {
    const reply = await app.api.get('/nowhere');
    expect(reply).toMatchObject({ status: 404, body: { error: 'route_not_found' } });
    expect(Object.keys(reply.body)).toEqual(['error', 'message']);
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('answers a wrong method with 405 and Allow', async () => {
    const reply = await app.api.call('PATCH', '/users');
    expect(reply).toMatchObject({ status: 405, body: { error: 'method_not_allowed' } });
    expect(reply.headers.get('allow')).toBe('GET, HEAD');
  });

  it('keeps a request id that the caller gives, unless it is odd', async () => {
    const kept = await app.api.get('/nowhere', { headers: { 'X-Request-Id': 'my-request-1' } });
    expect(kept.headers.get('x-request-id')).toBe('my-request-1');
    const odd = await app.api.get('/nowhere', { headers: { 'X-Request-Id': 'a b<script>' } });
    expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});
