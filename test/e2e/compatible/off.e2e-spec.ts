import { Environment, InvalidSettings, readSettings } from '#libs/platform/config';
import { CompatibleApisSettings } from '../../../apps/api/src/service/compatible-apis.settings.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';

const ID = '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11';

describe('compatible APIs that are not named', () => {
  let app: TestApp;
  let ada: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.api.as(await app.caller());
  });
  afterAll(() => app.stop());

  it.each([
    ['POST', '/v1/images/edits'],
    ['POST', '/v1/images/generations'],
    ['POST', '/v1/videos'],
    ['GET', '/v1/videos'],
    ['GET', `/v1/videos/${ID}/content`],
    ['GET', '/v1/models/image-relight'],
    ['POST', '/v1/models/atelier/image-relight/predictions'],
    ['POST', '/v1/predictions'],
    ['GET', `/v1/predictions/${ID}`],
    ['POST', '/v1/files'],
    ['POST', '/fal'],
    ['POST', '/fal/queue/atelier/image-relight'],
    ['POST', '/fal/rest/storage/upload/initiate'],
    ['POST', '/mcp'],
  ])('have no route: %s %s', async (method, path) => {
    expect(await ada.call(method, path)).toMatchObject({ status: 404, body: { error: 'route_not_found' } });
  });

  it('leave the list of models as it is', async () => {
    expect(Object.keys((await ada.get('/v1/models')).body)).toEqual(['models']);
  });

  it('are refused at the start where the name is unknown', () => {
    const env = new Environment({ COMPATIBLE_APIS: 'openai,opnai' });
    expect(() => readSettings(env, [CompatibleApisSettings])).toThrow(InvalidSettings);
    expect(env.problems).toEqual([
      'COMPATIBLE_APIS must be a comma-separated list of openai, replicate, fal, mcp',
    ]);
  });
});
