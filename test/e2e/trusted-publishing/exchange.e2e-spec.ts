import { exportSPKI, SignJWT } from 'jose';
import {
  type CiIssuer,
  COMMIT,
  forgejoClaims,
  githubClaims,
  gitlabClaims,
  newKey,
  signed,
  startCiIssuer,
} from '../../support/ci-issuer.js';
import { type GivenPublisher, GivenRegistry } from '../../support/given-registry.js';
import { Publishing } from '../../support/publishing.js';
import { packageOf } from '../../support/package-archive.js';
import { routesOf } from '../rights/routes.js';
import { type Reply, TestApp } from '../../support/test-app.js';

const MINUTE_MS = 60_000;

describe('Trusted publishing', () => {
  let app: TestApp;
  let given: GivenRegistry;
  let publishing: Publishing;
  let github: CiIssuer;
  let gitlab: CiIssuer;
  let forgejo: CiIssuer;

  beforeAll(async () => {
    github = await startCiIssuer('/_services/token');
    gitlab = await startCiIssuer('', 'gitlab-key');
    forgejo = await startCiIssuer('/api/actions');
    github.repositories.push({ id: 74, ownerId: 65, path: 'octo-org/octo-repo' });
    gitlab.repositories.push({ id: 20, ownerId: 72, path: 'my-group/sub/my-project' });
    forgejo.repositories.push({ id: 31, ownerId: 5, path: 'ada/pack' });
    app = await TestApp.start({
      TRUSTED_ISSUERS: `github=${github.issuer},gitlab=${gitlab.issuer},forgejo=${forgejo.issuer}`,
    });
    given = new GivenRegistry(app);
    publishing = new Publishing(app);
  });
  afterAll(async () => {
    await app.stop();
    await Promise.all([github.close(), gitlab.close(), forgejo.close()]);
  });

  const audience = (): string => app.api.baseUrl.replace('127.0.0.1', 'localhost');
  const exchange = (token: unknown, extra: object = {}): Promise<Reply> =>
    app.api.post('/oidc/exchange', { token, ...extra });

  type Trusted = { publisher: GivenPublisher; nodeId: string; target: string; id: string };

  /** A publisher that trusts the release workflow of octo-org/octo-repo, with a node of its own. */
  async function trusted(fields: Record<string, unknown> = {}, isPending = false): Promise<Trusted> {
    const publisher = await given.publisher();
    const nodeId = isPending ? given.id('pending') : (await given.node({ publisher })).id;
    const target = `/publishers/${publisher.id}/trusted-publishers`;
    const added = await app.api.as(publisher.owner).post(target, {
      node_id: nodeId,
      issuer: github.issuer,
      repository: 'octo-org/octo-repo',
      workflow: 'release.yml',
      ...fields,
    });
    expect(added).toMatchObject({ status: 201 });
    return { publisher, nodeId, target, id: added.body.id };
  }

  /** A good token of the GitHub-like issuer, for the node by `node_id`; claims change it. */
  const githubToken = (claims: Record<string, unknown> = {}): Promise<string> =>
    signed({ ...githubClaims(github.issuer, audience()), ...claims }, github.key);

  async function given_token({ nodeId }: Trusted, claims: Record<string, unknown> = {}): Promise<string> {
    const reply = await exchange(await githubToken(claims), { node_id: nodeId });
    expect(reply).toMatchObject({ status: 201 });
    return reply.body.token as string;
  }

  const announce = (
    token: string,
    { publisher, nodeId }: Pick<Trusted, 'publisher' | 'nodeId'>,
    version: string,
  ) =>
    app.api
      .as(token)
      .post(`/publishers/${publisher.id}/nodes/${nodeId}/versions`, { node_version: { version } });

  it('publishes a version by the token of a CI job, without any stored secret', async () => {
    const one = await trusted({ environment: 'release', ref_type: 'tag', requires_protected_ref: true });
    const { publisher, nodeId } = one;
    const reply = await exchange(await githubToken(), { node_id: nodeId });
    expect(reply).toMatchObject({
      status: 201,
      body: { publisher_id: publisher.id, node_id: nodeId, expires_at: expect.any(String) },
    });
    const token = reply.body.token as string;
    const announced = await announce(token, one, '1.0.0');
    expect(announced).toMatchObject({ status: 201 });
    await publishing.upload(announced.body.signedUrl, packageOf('Blur'));
    const { id } = announced.body.node_version;
    await publishing.verdict(publisher, nodeId, id);
    expect(await app.api.as(token).get(`/nodes/${nodeId}/versions/${id}`)).toMatchObject({ status: 200 });
    expect(await app.api.as(token).get(`/nodes/${nodeId}/versions/1.0.0/report`)).toMatchObject({
      status: 200,
    });
    expect((await app.api.get(`/nodes/${nodeId}/versions/1.0.0`)).body).toMatchObject({
      status: 'NodeVersionStatusActive',
      provenance: {
        issuer: github.issuer,
        repository: `${github.web}/octo-org/octo-repo`,
        commit: COMMIT,
        commit_url: `${github.web}/octo-org/octo-repo/commit/${COMMIT}`,
        ref: 'refs/tags/v1.0.0',
        workflow: '.github/workflows/release.yml',
        environment: 'release',
        run_url: `${github.web}/octo-org/octo-repo/actions/runs/9001/attempts/2`,
      },
    });
    const list = await app.api.as(publisher.owner).get(one.target);
    expect(list.body).toMatchObject([
      {
        id: one.id,
        node_id: nodeId,
        repository_id: '74',
        owner_id: '65',
        workflow: '.github/workflows/release.yml',
        last_used_at: expect.any(String),
      },
    ]);
  });

  it('publishes from GitLab and from Forgejo by what they call things', async () => {
    const publisher = await given.publisher();
    const add = (fields: object): Promise<Reply> =>
      app.api.as(publisher.owner).post(`/publishers/${publisher.id}/trusted-publishers`, fields);
    const [ofGitlab, ofForgejo] = [given.id('lab'), given.id('forge')];
    const one = await add({
      node_id: ofGitlab,
      issuer: gitlab.issuer,
      repository: 'my-group/sub/my-project',
      workflow: '.gitlab-ci.yml',
      environment: 'release',
      requires_protected_ref: true,
    });
    expect(one.body).toMatchObject({ repository_id: '20', owner_id: '72', workflow: '.gitlab-ci.yml' });
    const two = await add({
      node_id: ofForgejo,
      issuer: forgejo.issuer,
      repository: 'ada/pack',
      workflow: 'release.yml',
    });
    expect(two.body).toMatchObject({
      repository_id: '31',
      owner_id: '5',
      workflow: '.forgejo/workflows/release.yml',
    });
    const token = await signed(gitlabClaims(gitlab.issuer, audience()), gitlab.key);
    expect(await exchange(token)).toMatchObject({ status: 201, body: { node_id: ofGitlab } });
    const another = await signed(forgejoClaims(forgejo.issuer, audience()), forgejo.key);
    expect(await exchange(another)).toMatchObject({ status: 201, body: { node_id: ofForgejo } });
    expect((await exchange(another)).body.error).toBe('identity_token_used');
    const fork = { ...gitlabClaims(gitlab.issuer, audience()), pipeline_source: 'merge_request_event' };
    expect((await exchange(await signed(fork, gitlab.key))).body.error).toBe('invalid_identity_token');
  });

  describe('forged and foreign tokens', () => {
    let one: Trusted;
    const now = Math.floor(Date.now() / 1_000);

    beforeAll(async () => {
      one = await trusted({ environment: 'release', ref_type: 'tag', requires_protected_ref: true });
    });

    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

    it.each<[string, () => Promise<string>]>([
      ['signed by another key under the same kid', async () => signed(claims(), await newKey('one'))],
      ['without a signature', async () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims())}.`],
      [
        'without a signature, in other letter case',
        async () => `${encode({ alg: 'nOnE', typ: 'JWT' })}.${encode(claims())}.`,
      ],
      [
        'signed with the public key as shared secret',
        async () =>
          new SignJWT(claims())
            .setProtectedHeader({ alg: 'HS256', kid: 'one' })
            .sign(new TextEncoder().encode(await exportSPKI(github.key.publicKey))),
      ],
      [
        'that brings its own key (jwk)',
        async () => signed(claims(), await newKey('own'), { jwk: github.published[0] }),
      ],
      [
        'that says where its key is (jku)',
        async () => signed(claims(), await newKey('own'), { jku: `${gitlab.issuer}/keys` }),
      ],
      [
        'that says where its certificate is (x5u)',
        async () => signed(claims(), await newKey('own'), { x5u: `${gitlab.issuer}/keys` }),
      ],
      ['signed by the key of another issuer', async () => signed(claims(), gitlab.key)],
      [
        'with a critical header that nobody knows',
        async () => {
          const [, payload, signature] = (await githubToken()).split('.');
          return `${encode({ alg: 'RS256', kid: 'one', crit: ['exp'], exp: 1 })}.${payload}.${signature}`;
        },
      ],
      [
        'changed after it was signed',
        async () => {
          const [head, , signature] = (await githubToken()).split('.');
          return `${head}.${encode({ ...claims(), repository_id: '74' })}.${signature}`;
        },
      ],
      ['of another issuer', () => githubToken({ iss: 'https://issuer.example' })],
      ['of an issuer whose name only begins alike', () => githubToken({ iss: `${github.issuer}.example` })],
      ['of an issuer with a slash more', () => githubToken({ iss: `${github.issuer}/` })],
      ['of an issuer in other letter case', () => githubToken({ iss: github.issuer.toUpperCase() })],
      ['for another audience', () => githubToken({ aud: 'https://registry.example' })],
      ['for an audience that only begins alike', () => githubToken({ aud: `${audience()}.example` })],
      ['for several audiences', () => githubToken({ aud: [audience(), 'https://registry.example'] })],
      ['for a list of one audience', () => githubToken({ aud: [audience()] })],
      ['without an audience', () => githubToken({ aud: undefined })],
      ['that has expired', () => githubToken({ iat: now - 600, nbf: now - 600, exp: now - 60 })],
      ['that never expires', () => githubToken({ exp: undefined })],
      ['that is valid for years', () => githubToken({ exp: now + 86_400 * 365 })],
      ['that is not valid yet', () => githubToken({ nbf: now + 600 })],
      ['from the future', () => githubToken({ iat: now + 600, exp: now + 900 })],
      ['that does not say when it was made', () => githubToken({ iat: undefined })],
      ['of a pull request of a stranger', () => githubToken({ event_name: 'pull_request_target' })],
      ['of a run that another run started', () => githubToken({ event_name: 'workflow_run' })],
      ['without a repository id', () => githubToken({ repository_id: undefined })],
      ['with a list as repository id', () => githubToken({ repository_id: ['74'] })],
      ['with an object as environment', () => githubToken({ environment: { toString: 'release' } })],
      [
        'of a workflow of another repository, called by this one',
        () =>
          githubToken({
            job_workflow_ref: 'evil/octo-repo/.github/workflows/release.yml@refs/tags/v1.0.0',
          }),
      ],
      [
        'of a workflow of a repository whose name goes on',
        () =>
          githubToken({
            job_workflow_ref: 'octo-org/octo-repo-2/.github/workflows/release.yml@refs/tags/v1.0.0',
          }),
      ],
      [
        'of a workflow that another repository calls',
        () => githubToken({ workflow_ref: 'evil/caller/.github/workflows/any.yml@refs/heads/main' }),
      ],
      [
        'of the workflow of another branch',
        () =>
          githubToken({
            job_workflow_ref: 'octo-org/octo-repo/.github/workflows/release.yml@refs/heads/evil',
          }),
      ],
    ])('refuses a token %s', async (_, make) => {
      expect(await exchange(await make(), { node_id: one.nodeId })).toMatchObject({
        status: 422,
        body: { error: 'invalid_identity_token' },
      });
    });

    const claims = (): Record<string, unknown> => githubClaims(github.issuer, audience());
    const workflow = (path: string): object => ({
      job_workflow_ref: `octo-org/octo-repo/${path}@refs/tags/v1.0.0`,
    });

    it.each<[string, object]>([
      ['another repository of the same name', { repository_id: '75' }],
      ['a repository id that only begins alike', { repository_id: '740' }],
      ['a fork', { repository_id: '99', repository: 'evil/octo-repo', ...forkOf('evil') }],
      ['an owner who took over the name', { repository_owner_id: '66' }],
      ['another workflow file', workflow('.github/workflows/test.yml')],
      ['a workflow file whose path ends alike', workflow('.github/workflows/x/release.yml')],
      ['a workflow file in other letter case', workflow('.github/workflows/Release.yml')],
      ['a workflow file of the same name elsewhere', workflow('release.yml')],
      ['another environment', { environment: 'staging' }],
      ['an environment in other letter case', { environment: 'Release' }],
      ['an environment that goes on', { environment: 'release-2' }],
      ['no environment', { environment: undefined }],
      ['a branch', { ref_type: 'branch' }],
      ['an unprotected tag', { ref_protected: 'false' }],
      ['a tag of unknown protection', { ref_protected: undefined }],
    ])('refuses a job of %s', async (_, change) => {
      const token = await githubToken(change as Record<string, unknown>);
      expect(await exchange(token, { node_id: one.nodeId })).toMatchObject({
        status: 403,
        body: { error: 'no_trusted_publisher' },
      });
    });

    it.each([[''], ['x'], ['a.b.c'], [{}], [null], [7], ['x'.repeat(20_000)]])(
      'refuses %j in place of a token',
      async (text) => {
        const { status, body } = await exchange(text);
        expect([400, 422]).toContain(status);
        expect(['invalid_request', 'invalid_identity_token']).toContain(body.error);
      },
    );

    it('exchanges a token once, also when it comes twice at the same moment', async () => {
      const token = await githubToken();
      const replies = await Promise.all([1, 2, 3].map(() => exchange(token, { node_id: one.nodeId })));
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      const [head, payload, signature] = token.split('.');
      const respelt = `${head}.${payload}.${signature}=`;
      expect((await exchange(respelt, { node_id: one.nodeId })).status).not.toBe(201);
    });
  });

  /** Claims of a run in the fork of an account. */
  function forkOf(account: string): object {
    const ref = `${account}/octo-repo/.github/workflows/release.yml@refs/tags/v1.0.0`;
    return { repository_owner: account, workflow_ref: ref, job_workflow_ref: ref };
  }

  it('follows a repository that was renamed, which keeps its ids', async () => {
    const one = await trusted();
    const ref = 'octo-org/new-name/.github/workflows/release.yml@refs/tags/v1.0.0';
    await given_token(one, { repository: 'octo-org/new-name', workflow_ref: ref, job_workflow_ref: ref });
    const list = await app.api.as(one.publisher.owner).get(one.target);
    expect(list.body).toMatchObject([{ repository: 'octo-org/new-name', repository_id: '74' }]);
    const { body } = await app.api.get(`/publishers/${one.publisher.id}`);
    expect(body.verified).toMatchObject([
      { method: 'trusted_publishing', subject: `${github.web}/octo-org/new-name` },
    ]);
  });

  it('proves the repository as long as a workflow of it is trusted', async () => {
    const one = await trusted();
    const marks = async (): Promise<unknown> =>
      (await app.api.get(`/publishers/${one.publisher.id}`)).body.verified;
    expect(await marks()).toEqual([]);
    await given_token(one);
    await given_token(one);
    expect(await marks()).toMatchObject([
      { method: 'trusted_publishing', subject: `${github.web}/octo-org/octo-repo` },
    ]);
    const proofs = await app.api.as(one.publisher.owner).get(`/publishers/${one.publisher.id}/proofs`);
    expect(proofs.body).toMatchObject([{ method: 'trusted_publishing', status: 'verified', challenge: {} }]);
    const begun = await app.api
      .as(one.publisher.owner)
      .post(`/publishers/${one.publisher.id}/proofs`, { method: 'trusted_publishing', subject: 'x.example' });
    expect(begun.status).toBe(400);
    await app.api.as(one.publisher.owner).delete(`${one.target}/${one.id}`);
    expect(await marks()).toEqual([]);
  });

  describe('the token that is given', () => {
    it('publishes its node alone', async () => {
      const one = await trusted();
      const token = await given_token(one);
      const sibling = await given.node({ publisher: one.publisher });
      const stranger = await given.node();
      const other = { publisher: one.publisher, nodeId: sibling.id };
      expect(await announce(token, other, '1.0.0')).toMatchObject({ status: 403 });
      expect(await announce(token, { ...other, nodeId: stranger.id }, '1.0.0')).toMatchObject({
        status: 403,
      });
      expect(await announce(token, { ...other, nodeId: `${one.nodeId}-x` }, '1.0.0')).toMatchObject({
        status: 403,
      });
      const elsewhere = { publisher: stranger.publisher, nodeId: one.nodeId };
      expect(await announce(token, elsewhere, '1.0.0')).toMatchObject({ status: 403 });
      const inBody = await app.api.post(`/publishers/${one.publisher.id}/nodes/${sibling.id}/versions`, {
        node_version: { version: '1.0.0' },
        personal_access_token: token,
      });
      expect(inBody).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
      expect(await announce(token, one, '1.0.0')).toMatchObject({ status: 201 });
    });

    it('is refused by every other route of the application', async () => {
      const one = await trusted();
      const token = await given_token(one);
      const taken: string[] = [];
      for (const route of routesOf(app)) {
        const [method = '', path = ''] = route.split(' ');
        const target = path
          .replace(':publisherId', one.publisher.id)
          .replace(':nodeId', one.nodeId)
          .replaceAll(/[:*]\w+/g, 'x');
        const { status, body } = await app.api
          .as(token)
          .call(method, target, method === 'GET' ? undefined : {});
        if (status !== 403 || body?.error !== 'insufficient_scope') taken.push(route);
      }
      expect(taken).toEqual([
        'GET /health/live',
        'GET /health/ready',
        'GET /metrics',
        'GET /nodes/:nodeId/versions/:versionId',
        'GET /nodes/:nodeId/versions/:versionId/report',
        'POST /publishers/:publisherId/nodes/:nodeId/versions',
      ]);
      expect((await app.api.as(token).get('/metrics')).status).toBe(401);
    });

    it('begins no session', async () => {
      const token = await given_token(await trusted());
      expect((await app.api.post('/session', { token })).status).toBe(401);
    });

    it('ends with its trusted publisher', async () => {
      const one = await trusted();
      const token = await given_token(one);
      expect((await app.api.as(one.publisher.owner).delete(`${one.target}/${one.id}`)).status).toBe(204);
      expect((await announce(token, one, '1.0.0')).status).toBe(401);
      expect((await exchange(await githubToken(), { node_id: one.nodeId })).body.error).toBe(
        'no_trusted_publisher',
      );
    });

    it('is not among the tokens of the publisher, and does not publish when its owner has left', async () => {
      const one = await trusted();
      const token = await given_token(one);
      const { publisher } = one;
      const tokens = await app.api.as(publisher.owner).get(`/publishers/${publisher.id}/tokens`);
      expect(tokens.body).toEqual([]);
      const heir = await given.member(publisher, 'owner');
      const members = await app.api.as(heir).get(`/publishers/${publisher.id}/members`);
      const own = members.body.find((member: any) => member.user?.id === publisher.owner.user.id);
      expect((await app.api.as(heir).delete(`/publishers/${publisher.id}/members/${own.id}`)).status).toBe(
        204,
      );
      expect((await announce(token, one, '1.0.0')).status).toBe(403);
      expect(await exchange(await githubToken(), { node_id: one.nodeId })).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('not an owner of the publisher any more') },
      });
    });
  });

  it('refuses a banned publisher and a banned node', async () => {
    const admin = await given.admin();
    const [one, two] = [await trusted(), await trusted()];
    const tokens = [await given_token(one), await given_token(two)];
    await app.api.as(admin).post(`/publishers/${one.publisher.id}/ban`, { reason: 'Spam.' });
    await app.api
      .as(admin)
      .post(`/publishers/${two.publisher.id}/nodes/${two.nodeId}/ban`, { reason: 'Spam.' });
    const errors = [];
    for (const each of [one, two]) {
      errors.push((await exchange(await githubToken(), { node_id: each.nodeId })).body.error);
      errors.push((await announce(tokens.shift() ?? '', each, '1.0.0')).body.error);
    }
    expect(errors).toEqual(['publisher_banned', 'publisher_banned', 'node_banned', 'node_banned']);
  });

  it('asks for node_id when a workflow is trusted for several nodes', async () => {
    const publisher = await given.publisher();
    const ids = [given.id('mono'), given.id('mono')];
    for (const node_id of ids)
      await app.api.as(publisher.owner).post(`/publishers/${publisher.id}/trusted-publishers`, {
        node_id,
        issuer: github.issuer,
        repository: 'octo-org/mono',
        repository_id: '1234',
        owner_id: '65',
        workflow: 'release.yml',
      });
    const claims = { repository_id: '1234' };
    expect(await exchange(await githubToken(claims))).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', message: expect.stringContaining('node_id must be given') },
    });
    expect(await exchange(await githubToken(claims), { node_id: ids[1]?.toUpperCase() })).toMatchObject({
      status: 201,
      body: { node_id: ids[1] },
    });
    expect((await exchange(await githubToken(claims), { node_id: 'another' })).body.error).toBe(
      'no_trusted_publisher',
    );
  });

  describe('a node that does not exist yet', () => {
    it('is created by its first version', async () => {
      const one = await trusted({}, true);
      expect((await app.api.get(`/nodes/${one.nodeId}`)).status).toBe(404);
      const token = await given_token(one);
      expect(await announce(token, one, '0.1.0')).toMatchObject({ status: 201 });
      expect((await app.api.get(`/nodes/${one.nodeId}`)).body).toMatchObject({
        id: one.nodeId,
        publisher: { id: one.publisher.id },
      });
    });

    it('is not reserved: another publisher who is first keeps it', async () => {
      const one = await trusted({}, true);
      const token = await given_token(one);
      await given.node({ id: one.nodeId });
      expect((await announce(token, one, '0.1.0')).body.error).toBe('node_taken');
      expect((await exchange(await githubToken(), { node_id: one.nodeId })).body.error).toBe('node_taken');
    });
  });

  describe('a node for trusted publishers only', () => {
    it('takes no version from a person, and none from a long-lived token', async () => {
      const one = await trusted();
      const { publisher, nodeId } = one;
      const target = `/publishers/${publisher.id}/nodes/${nodeId}/trusted-publishing`;
      const made = await app.api
        .as(publisher.owner)
        .post(`/publishers/${publisher.id}/tokens`, { name: 'CI' });
      const bound = made.body.token as string;
      expect(await app.api.as(publisher.owner).put(target, { required: true })).toMatchObject({
        status: 200,
        body: { id: nodeId, requires_trusted_publishing: true },
      });
      const admin = await given.admin();
      for (const caller of [publisher.owner.token, bound, admin.token])
        expect((await announce(caller, one, '1.0.0')).body.error).toBe('trusted_publishing_required');
      // A thief of the build server's token can neither switch it off nor trust a workflow of their own.
      expect((await app.api.as(bound).put(target, { required: false })).body.error).toBe('token_too_narrow');
      expect((await app.api.as(bound).delete(`${one.target}/${one.id}`)).body.error).toBe('token_too_narrow');
      const own = {
        node_id: nodeId,
        issuer: github.issuer,
        repository: 'evil/repo',
        repository_id: '1',
        owner_id: '2',
        workflow: 'x.yml',
      };
      expect((await app.api.as(bound).post(one.target, own)).body.error).toBe('token_too_narrow');
      expect(await announce(await given_token(one), one, '1.0.0')).toMatchObject({ status: 201 });
      await app.api.as(publisher.owner).put(target, { required: false });
      expect(await announce(publisher.owner.token, one, '1.0.1')).toMatchObject({ status: 201 });
    });
  });

  it('never puts what another caller uploads under the name of a CI job', async () => {
    const one = await trusted();
    const ofPerson = await announce(one.publisher.owner.token, one, '1.0.0');
    const ofJob = await announce(await given_token(one), one, '1.0.0');
    expect(ofJob).toMatchObject({ status: 201, body: { node_version: { provenance: { commit: COMMIT } } } });
    expect((await publishing.upload(ofPerson.body.signedUrl, packageOf('Evil'))).status).toBe(404);
    // And the other way round: a person who goes on takes the provenance away.
    const again = await announce(one.publisher.owner.token, one, '1.0.0');
    expect(again.body.node_version).not.toHaveProperty('provenance');
    expect((await publishing.upload(ofJob.body.signedUrl, packageOf('Blur'))).status).toBe(404);
    // A second run of the job goes on with its own link.
    const later = await announce(await given_token(one), one, '1.0.0');
    expect((await publishing.upload(later.body.signedUrl, packageOf('Blur'))).status).toBe(200);
    await publishing.verdict(one.publisher, one.nodeId, later.body.node_version.id);
  });

  describe('adding a trusted publisher', () => {
    const good = (node_id: string): Record<string, unknown> => ({
      node_id,
      issuer: github.issuer,
      repository: 'octo-org/octo-repo',
      workflow: 'release.yml',
    });

    it.each([
      [{ issuer: 'https://issuer.example' }, 400, 'invalid_request'],
      [{ repository: 'octo-repo' }, 400, 'invalid_request'],
      [{ repository: '../../x' }, 400, 'invalid_request'],
      [{ repository: 'a/..' }, 400, 'invalid_request'],
      [{ repository: 'octo-org/private' }, 422, 'repository_not_found'],
      [{ workflow: 'release' }, 400, 'invalid_request'],
      [{ workflow: '../release.yml' }, 400, 'invalid_request'],
      [{ workflow: 'ci/release.yaml' }, 201, undefined],
      [{ repository_id: '74' }, 400, 'invalid_request'],
      [{ repository_id: 'abc', owner_id: '1' }, 400, 'invalid_request'],
      [{ ref_type: 'commit' }, 400, 'invalid_request'],
      [{ node_id: 'nodes' }, 400, 'invalid_request'],
      [{ node_id: 'a/b' }, 400, 'invalid_request'],
    ])('with %j answers %i', async (change, status, error) => {
      const publisher = await given.publisher();
      const reply = await app.api
        .as(publisher.owner)
        .post(`/publishers/${publisher.id}/trusted-publishers`, { ...good(given.id('new')), ...change });
      expect(reply.status).toBe(status);
      expect(reply.body.error).toBe(error);
    });

    it('refuses the node of another publisher, one that is there already, and callers who are no owners', async () => {
      const one = await trusted();
      const stranger = await given.node();
      const add = (caller: string, fields: object): Promise<Reply> =>
        app.api.as(caller).post(one.target, fields);
      const owner = one.publisher.owner.token;
      expect((await add(owner, good(stranger.id))).body.error).toBe('node_taken');
      expect((await add(owner, good(one.nodeId))).body.error).toBe('trusted_publisher_exists');
      const member = await given.member(one.publisher);
      expect((await add(member.token, good(one.nodeId))).body.error).toBe('owner_required');
      expect((await add(stranger.owner.token, good(one.nodeId))).body.error).toBe('not_a_member');
      expect((await add((await given.admin()).token, good(one.nodeId))).body.error).toBe('owner_required');
      expect((await app.api.as(member).get(one.target)).body.error).toBe('owner_required');
    });
  });

  it('refuses when the owner behind it is suspended', async () => {
    const one = await trusted();
    await given.member(one.publisher, 'owner');
    const { id } = one.publisher.owner.user;
    const suspended = await app.api.as(await given.admin()).put(`/admin/users/${id}`, { isSuspended: true });
    expect(suspended.status).toBe(200);
    expect((await exchange(await githubToken(), { node_id: one.nodeId })).body.error).toBe(
      'no_trusted_publisher',
    );
  });

  it('lets a token go after 15 minutes', async () => {
    const one = await trusted();
    const token = await given_token(one);
    app.passTime(14 * MINUTE_MS);
    expect((await announce(token, one, '1.0.0')).status).toBe(201);
    app.passTime(2 * MINUTE_MS);
    expect((await announce(token, one, '1.0.1')).status).toBe(401);
  });
});
