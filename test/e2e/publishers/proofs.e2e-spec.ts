import { OutboundHttp } from '#libs/platform/outbound';
import { CheckProofsJob } from '#libs/registry/publishers';
import { type LoopbackServer, startHttp } from '../../support/loopback-server.js';
import { type NameServer, startNameServer } from '../../support/name-server.js';
import { type Caller, TestApp } from '../../support/test-app.js';

const WEEK_MS = 7 * 86_400_000;
const FILE = '.well-known/atelier-publisher.txt';

describe('/publishers/:publisherId/proofs', () => {
  let app: TestApp;
  let names: NameServer;
  let host: LoopbackServer;
  let admin: Caller;
  /** Content by host and path, such as `gitlab.com/a/b`; a number is a status. */
  const files = new Map<string, string | number>();

  beforeAll(async () => {
    names = await startNameServer();
    host = await startHttp((request, response) => {
      const content = files.get(request.url?.slice(1) ?? '') ?? 404;
      if (typeof content === 'string') response.end(content);
      else response.writeHead(content, { location: '/elsewhere' }).end();
    });
    files.set('elsewhere', 'not to be read');
    app = await TestApp.start({ DNS_SERVERS: names.address });
    sendTo(`http://127.0.0.1:${host.port}/`);
    admin = await app.caller({ isAdmin: true });
  });
  afterAll(async () => {
    await app.stop();
    await host.close();
    await names.close();
  });

  /** Hosts of repositories are asked on loopback, everything else being as it is. */
  function sendTo(url: string): void {
    const http = app.get(OutboundHttp);
    const request = http.request.bind(http);
    http.request = (call) => request({ ...call, url: String(call.url).replace('https://', url) });
  }

  let counter = 0;

  async function publisher(): Promise<{ owner: Caller; id: string; target: string; domain: string }> {
    const owner = await app.caller();
    const id = `prover-${(counter += 1)}`;
    await app.api.as(owner).post('/publishers', { id });
    return { owner, id, target: `/publishers/${id}/proofs`, domain: `${id}.example` };
  }

  type Publisher = Awaited<ReturnType<typeof publisher>>;

  async function begin({ owner, target, domain }: Publisher, subject = domain): Promise<any> {
    const method = subject.startsWith('https:') ? 'repository' : 'dns';
    const made = await app.api.as(owner).post(target, { method, subject });
    expect(made).toMatchObject({ status: 201, body: { method, status: 'pending' } });
    return made.body;
  }

  async function check({ owner, target }: Publisher, { id }: { id: string }): Promise<any> {
    const checked = await app.api.as(owner).post(`${target}/${id}/check`);
    expect(checked.status).toBe(200);
    return checked.body;
  }

  const marksOf = async ({ id }: Publisher): Promise<any> =>
    (await app.api.get(`/publishers/${id}`)).body.verified;

  /** A publisher whose domain is proved. */
  async function verified(): Promise<Publisher & { proof: any }> {
    const one = await publisher();
    const proof = await begin(one);
    names.records.set(proof.challenge.name, [proof.challenge.value]);
    expect(await check(one, proof)).toMatchObject({ status: 'verified' });
    return { ...one, proof };
  }

  async function checkWeekly(): Promise<void> {
    app.passTime(WEEK_MS + 1_000);
    const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
    await app.get(CheckProofsJob).run({}, run);
  }

  const actsOn = async ({ id }: Publisher): Promise<any[]> =>
    (await app.api.as(admin).get(`/admin/audit?target_id=${id}`)).body.entries;

  it('shows a domain with the TXT record at the publisher and at its nodes', async () => {
    const one = await publisher();
    await app.api.as(one.owner).post(`/publishers/${one.id}/nodes`, { id: `of-${one.id}` });
    expect(await marksOf(one)).toEqual([]);
    const proof = await begin(one, one.domain.toUpperCase());
    expect(proof).toMatchObject({
      subject: one.domain,
      challenge: {
        name: `_atelier-publisher.${one.domain}`,
        value: expect.stringMatching(/^atelier-publisher=[\w-]{32}$/),
      },
    });
    names.records.set(proof.challenge.name, ['v=other', proof.challenge.value]);
    const { body: before } = await app.api.get('/changes?since=0&limit=1000');
    const checked = await check(one, proof);
    expect(checked).toMatchObject({ status: 'verified', verified_at: expect.any(String) });
    expect(checked).not.toHaveProperty('reason');
    const mark = { method: 'dns', subject: one.domain, verified_at: checked.verified_at };
    expect(await marksOf(one)).toEqual([mark]);
    const { body: after } = await app.api.get(`/changes?since=${before.last_serial}`);
    expect(after.changes).toMatchObject([{ kind: 'publisher', publisher_id: one.id, action: 'upsert' }]);
    const node = await app.api.get(`/nodes/of-${one.id}`);
    expect(node.body.publisher).toMatchObject({ id: one.id, verified: [mark] });
    expect(await actsOn(one)).toContainEqual(
      expect.objectContaining({
        action: 'publisher.prove',
        actor_id: one.owner.user.id,
        after: { method: 'dns', subject: one.domain },
      }),
    );
  });

  it.each([
    [
      'https://github.com/Ada/pack.git',
      'https://github.com/Ada/pack',
      `raw.githubusercontent.com/Ada/pack/HEAD/${FILE}`,
    ],
    ['https://gitlab.com/a/b/pack/', 'https://gitlab.com/a/b/pack', `gitlab.com/a/b/pack/-/raw/HEAD/${FILE}`],
    ['https://codeberg.org/ada/pack', undefined, `codeberg.org/api/v1/repos/ada/pack/raw/${FILE}`],
  ])('verifies %s by a file', async (given, subject = given, file) => {
    const one = await publisher();
    const proof = await begin(one, given);
    expect(proof).toMatchObject({ subject, challenge: { path: FILE, content: expect.any(String) } });
    expect(await check(one, proof)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining(`no ${FILE} in the default branch`),
    });
    files.set(file, `atelier-publisher=of-another\r\n${proof.challenge.content}\r\n`);
    expect(await check(one, proof)).toMatchObject({ status: 'verified' });
    expect(await marksOf(one)).toMatchObject([{ method: 'repository', subject }]);
  });

  it.each([
    ['another file', 'hello', 'No line of'],
    ['a redirect', 302, 'has moved'],
    ['a file without end', 'x'.repeat(70_000), 'could not be read'],
    ['a failing host', 500, 'status 500'],
  ])('fails with %s', async (_, content, reason) => {
    const one = await publisher();
    const proof = await begin(one, `https://github.com/${one.id}/pack`);
    files.set(`raw.githubusercontent.com/${one.id}/pack/HEAD/${FILE}`, content);
    expect(await check(one, proof)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining(reason),
    });
    expect(await marksOf(one)).toEqual([]);
  });

  it('fails without a record, with another value, and with that of another publisher', async () => {
    const [one, other] = [await publisher(), await verified()];
    const proof = await begin(one, other.domain);
    const wrong = { status: 'failed', reason: expect.stringContaining('has the value of this proof') };
    expect(proof.challenge.value).not.toBe(other.proof.challenge.value);
    expect(await check(one, proof)).toMatchObject(wrong);
    const own = await begin(one);
    expect(await check(one, own)).toMatchObject({
      status: 'failed',
      reason: `There is no TXT record _atelier-publisher.${one.domain}.`,
    });
    names.records.set(own.challenge.name, ['atelier-publisher=guess']);
    expect(await check(one, own)).toMatchObject(wrong);
    names.failing.add(own.challenge.name);
    expect(await check(one, own)).toMatchObject({
      status: 'failed',
      reason: `The name servers did not answer for ${own.challenge.name} (ESERVFAIL).`,
    });
    expect(await marksOf(one)).toEqual([]);
  });

  it('loses the mark after two failed checks in a row, which the service makes weekly', async () => {
    const one = await verified();
    const [mark] = await marksOf(one);
    names.records.delete(one.proof.challenge.name);
    await checkWeekly();
    expect(await marksOf(one)).toEqual([mark]);
    names.records.set(one.proof.challenge.name, [one.proof.challenge.value]);
    await checkWeekly();
    names.records.delete(one.proof.challenge.name);
    await checkWeekly();
    expect(await marksOf(one)).toEqual([mark]);
    await checkWeekly();
    expect(await marksOf(one)).toEqual([]);
    const [listed] = (await app.api.as(one.owner).get(one.target)).body;
    expect(listed).toMatchObject({ status: 'failed', reason: expect.stringContaining('no TXT record') });
    expect(listed).not.toHaveProperty('verified_at');
    const [lost] = await actsOn(one);
    expect(lost).toMatchObject({
      action: 'publisher.lose_proof',
      reason: listed.reason,
      before: { method: 'dns', subject: one.domain },
    });
    expect(lost.actor_id ?? null).toBeNull();
  });

  it('loses the mark with the proof', async () => {
    const one = await verified();
    const path = `${one.target}/${one.proof.id}`;
    expect((await app.api.as(one.owner).delete(path)).status).toBe(204);
    expect(await marksOf(one)).toEqual([]);
    expect(await app.api.as(one.owner).delete(path)).toMatchObject({
      status: 404,
      body: { error: 'proof_not_found' },
    });
    expect((await app.api.as(one.owner).post(`${path}/check`)).status).toBe(404);
    expect(await actsOn(one)).toContainEqual(expect.objectContaining({ action: 'publisher.lose_proof' }));
  });

  it('shows its challenges to members only, and lets owners only change proofs', async () => {
    const one = await verified();
    const [member, stranger] = [await app.caller(), await app.caller()];
    const body = { user_id: member.user.id, role: 'member' };
    const invited = await app.api.as(one.owner).post(`/publishers/${one.id}/members`, body);
    await app.api.as(member).post(`/publishers/${one.id}/members/${invited.body.id}/accept`);
    expect((await app.api.as(member).get(one.target)).body).toMatchObject([{ id: one.proof.id }]);
    expect((await app.api.as(stranger).get(one.target)).body).toMatchObject({ error: 'not_a_member' });
    const calls = (by: Caller) => [
      app.api.as(by).post(one.target, { method: 'dns', subject: 'example.com' }),
      app.api.as(by).post(`${one.target}/${one.proof.id}/check`),
      app.api.as(by).delete(`${one.target}/${one.proof.id}`),
    ];
    for (const reply of await Promise.all(calls(member)))
      expect(reply).toMatchObject({ status: 403, body: { error: 'owner_required' } });
    for (const reply of await Promise.all(calls(stranger)))
      expect(reply).toMatchObject({ status: 403, body: { error: 'not_a_member' } });
    const other = await publisher();
    const elsewhere = `${other.target}/${one.proof.id}/check`;
    expect((await app.api.as(other.owner).post(elsewhere)).status).toBe(404);
  });

  it('takes a subject once, and 20 at most', async () => {
    const one = await publisher();
    const post = (subject: string) => app.api.as(one.owner).post(one.target, { method: 'dns', subject });
    expect((await post('bücher.example')).body.subject).toBe('xn--bcher-kva.example');
    expect(await post('BÜCHER.example.')).toMatchObject({ status: 409, body: { error: 'proof_exists' } });
    for (let made = 1; made < 20; made += 1) expect((await post(`a${made}.example`)).status).toBe(201);
    expect(await post('more.example')).toMatchObject({ status: 409, body: { error: 'proof_limit_reached' } });
  });

  it.each([
    ['dns', 'https://example.com', 'subject must be a domain name'],
    ['dns', 'localhost', 'subject must be a domain name'],
    ['dns', '127.0.0.1', 'subject must be a domain name'],
    ['dns', `${'a.'.repeat(120)}example`, 'subject must be a domain name'],
    ['repository', 'github.com/ada/pack', 'subject must be the https address of a repository'],
    ['repository', 'http://github.com/ada/pack', 'subject must be the https address of a repository'],
    ['repository', 'https://ada@github.com/ada/pack', 'subject must be the https address of a repository'],
    ['repository', 'https://github.com:444/ada/pack', 'subject must be the https address of a repository'],
    ['repository', 'https://github.com/ada', 'subject must be the https address of a repository'],
    ['repository', 'https://github.com/ada/pack/tree/x', 'subject must be the https address of a repository'],
    ['repository', 'https://github.com/ada/%2e%2e%2fx', 'subject must be the https address of a repository'],
    ['repository', 'https://example.com/ada/pack', 'subject must be the https address of a repository'],
    ['mail', 'example.com', 'method must be one of dns, repository'],
    ['dns', undefined, 'subject is required'],
  ])('refuses %s of %s', async (method, subject, message) => {
    const one = await publisher();
    const refused = await app.api.as(one.owner).post(one.target, { method, subject });
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(refused.body.message).toContain(message);
  });
});
