import sharp from 'sharp';
import { endedTask } from '../../support/ended-task.js';
import { GivenRegistry } from '../../support/given-registry.js';
import { type Reply, TestApp } from '../../support/test-app.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

const CALLS = 8;

describe('more calls at a time than connections', () => {
  let app: TestApp;
  let given: GivenRegistry;
  let hook: WebhookReceiver;

  beforeAll(async () => {
    hook = await WebhookReceiver.start();
    app = await TestApp.start({ DATABASE_POOL_SIZE: '2' });
    given = new GivenRegistry(app);
  });
  afterAll(async () => {
    await app.stop();
    await hook.stop();
  });

  /** Without waiting for one another, as different callers do. */
  async function atOnce(call: (n: number) => Promise<Reply>): Promise<number[]> {
    const replies = await Promise.all(Array.from({ length: CALLS }, (_, n) => call(n)));
    return replies.map(({ status }) => status);
  }

  async function invitations(publisherId: string, owner: string): Promise<string[]> {
    const ids: string[] = [];
    for (let n = 0; n < CALLS; n += 1) {
      const who = { email: `guest-${n}@example.com` };
      ids.push((await app.api.as(owner).post(`/publishers/${publisherId}/members`, who)).body.id);
    }
    return ids;
  }

  it('are all answered when strangers accept an invitation, and when an owner takes invitations back', async () => {
    const { id, owner } = await given.publisher();
    const places = await invitations(id, owner.token);
    const stranger = await app.caller();
    const target = (n: number) => `/publishers/${id}/members/${places[n]}`;
    expect(await atOnce((n) => app.api.as(stranger).post(`${target(n)}/accept`))).toEqual(
      Array(CALLS).fill(404),
    );
    expect(await atOnce((n) => app.api.as(owner).post(`${target(n)}/accept`))).toEqual(
      Array(CALLS).fill(403),
    );
    expect(await atOnce((n) => app.api.as(owner).delete(target(n)))).toEqual(Array(CALLS).fill(204));
    expect((await app.api.as(owner).get(`/publishers/${id}/members`)).body).toHaveLength(1);
  });

  it('are all answered when an admin bans publishers, for one reason and then for another', async () => {
    const admin = app.api.as(await given.admin());
    const ids: string[] = [];
    for (let n = 0; n < CALLS; n += 1) ids.push((await given.publisher()).id);
    for (const reason of ['spam', 'worse spam']) {
      const ban = (n: number) => admin.post(`/publishers/${ids[n]}/ban`, { reason });
      expect(await atOnce(ban)).toEqual(Array(CALLS).fill(200));
    }
    expect((await admin.get(`/publishers/${ids[0]}`)).body).toMatchObject({ ban_reason: 'worse spam' });
  });

  it('get their results and their webhooks', async () => {
    const ada = app.api.as(await app.caller());
    const picture = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#907050' } })
      .png()
      .toBuffer();
    const tasks: string[] = [];
    const order = { image: picture.toString('base64'), webhook_url: hook.url };
    expect(
      await atOnce(async () => {
        const reply = await ada.post('/proxy/imgprov/v1/ai/skin-enhancer/creative', order);
        tasks.push(reply.body.data.task_id);
        return reply;
      }),
    ).toEqual(Array(CALLS).fill(200));
    for (const id of tasks) expect(await endedTask(ada, id)).toMatchObject({ status: 'succeeded' });
    // Begun, and done.
    expect(await hook.received(2 * CALLS)).toHaveLength(2 * CALLS);
  });
});
