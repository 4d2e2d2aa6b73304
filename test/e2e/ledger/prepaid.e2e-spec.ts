import sharp from 'sharp';
import { type Caller, TestApp } from '../../support/test-app.js';

const SKIN = '/proxy/imgprov/v1/ai/skin-enhancer/creative';

describe('an installation where everybody pays in advance', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ CREDITS_PREPAID: 'true', RUN_JOBS: 'false' });
  });
  afterAll(() => app.stop());

  it('refuses who has no credits, unless an admin trusts the user', async () => {
    const create = { width: 8, height: 8, channels: 3 as const, background: '#886644' };
    const image = (await sharp({ create }).png().toBuffer()).toString('base64');
    const submit = (caller: Caller) => app.api.as(caller).post(SKIN, { image });
    expect((await submit(await app.caller())).body).toEqual({
      error: 'credits_exhausted',
      message: 'This costs 58 credits, but your balance is 0.',
    });
    const trusted = await app.caller();
    const admin = app.api.as(await app.caller({ isAdmin: true }));
    await admin.put(`/admin/users/${trusted.user.id}/credits`, { prepaid: false });
    expect((await submit(trusted)).status).toBe(200);
  });
});
