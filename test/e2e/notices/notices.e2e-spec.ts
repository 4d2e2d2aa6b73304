import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { Publishing, type Team } from '../../support/publishing.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { type Caller, type Reply, TestApp } from '../../support/test-app.js';

type Received = { to: string[]; text: string };

describe('notices to the members of a publisher', () => {
  const received: Received[] = [];
  let refusals = 1;
  let server: SMTPServer;
  let app: TestApp;
  let publishing: Publishing;
  let team: Team;
  let admin: Caller;

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      hideSTARTTLS: true,
      onData(stream, { envelope }, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if ((refusals -= 1) >= 0) return done(Object.assign(new Error('Busy'), { responseCode: 451 }));
          received.push({
            to: envelope.rcptTo.map(({ address }) => address),
            text: Buffer.concat(chunks).toString(),
          });
          done();
        });
      },
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.server.address() as AddressInfo;
    app = await TestApp.start({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Registry <registry@example.com>',
    });
    publishing = new Publishing(app);
    team = await publishing.team();
    admin = await app.caller({ isAdmin: true });
    await publishing.publish(team, 'told', '1.0.0');
  });
  afterAll(async () => {
    await app.stop();
    await new Promise<void>((resolve) => server.close(resolve));
  });

  const moderate = (status: string, reason: string): Promise<Reply> =>
    app.api.as(admin).put('/admin/nodes/told/versions/1.0.0', { status, status_reason: reason });
  const notices = async (caller: Caller, query = ''): Promise<Reply['body']> =>
    (await app.api.as(caller).get(`/users/notices${query}`)).body;

  it('tell of a decision with its reason, and not of the usual end of a check', async () => {
    expect(await notices(team.owner)).toEqual({ notices: [], next_cursor: null });
    await moderate('NodeVersionStatusFlagged', 'It mines.');
    await moderate('NodeVersionStatusActive', 'It does not mine.');
    const { notices: told } = await notices(team.owner);
    expect(told).toMatchObject([
      { subject: 'told 1.0.0 is active', text: 'It does not mine.', node_id: 'told', version: '1.0.0' },
      { subject: 'told 1.0.0 is held back', text: expect.stringMatching(/^It mines\..*messages/s) },
    ]);
    const first = await notices(team.owner, '?limit=1');
    const second = await notices(team.owner, `?limit=1&cursor=${first.next_cursor}`);
    expect([first.notices[0].id, second.notices[0].id]).toEqual(told.map(({ id }: { id: string }) => id));
    expect(second.next_cursor).toBeNull();
    expect(await notices(admin)).toMatchObject({ notices: [] });
  });

  it('are sent to the webhook endpoints that want them, and to no others', async () => {
    const receivers = await Promise.all([WebhookReceiver.start(), WebhookReceiver.start()]);
    const [wanting, other] = receivers;
    for (const { url } of receivers)
      await app.api.as(team.owner).post('/webhooks/endpoints', { url, notices: url === wanting.url });
    await moderate('NodeVersionStatusBanned', 'It mines after all.');
    await wanting.received(1);
    const {
      notices: [told],
    } = await notices(team.owner);
    const { id, node_id, version, subject, text } = told;
    expect(JSON.parse(wanting.calls[0]?.body ?? '')).toMatchObject({
      type: 'notice.created',
      data: { id, node_id, version, subject, text },
    });
    expect([subject, text]).toEqual(['told 1.0.0 is banned', expect.stringMatching(/^It mines after all\./)]);
    expect(other.calls).toEqual([]);
    for (const receiver of receivers) await receiver.stop();
  });

  it('are mailed, again when the server was busy', async () => {
    const { body: me } = await app.api.as(team.owner).get('/users');
    while (received.length < 3) await sleep(50);
    expect(received.map(({ to }) => to)).toEqual(Array(3).fill([me.email]));
    const texts = received.map(({ text }) => text).join('\n');
    expect(texts).toContain('From: Registry <registry@example.com>');
    expect(texts).toContain('Subject: told 1.0.0 is held back');
    expect(texts).toContain('It mines.');
    for (;;) {
      const { notices: told } = await notices(team.owner);
      if (told.every(({ mailed_at: at }: { mailed_at: string | null }) => at !== null)) break;
      await sleep(50);
    }
  });
});
