import { createPublicKey, verify } from 'node:crypto';
import { createLocalJWKSet, decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import { checkProvenance, type Proof } from '../../../apps/cli/src/registry/provenance.js';
import {
  type CiIssuer,
  COMMIT,
  githubClaims,
  gitlabClaims,
  signed,
  startCiIssuer,
} from '../../support/ci-issuer.js';
import { AtelierCommand } from '../command-line/atelier.js';
import { GivenRegistry } from '../../support/given-registry.js';
import { packageOf, Publishing, sha256 } from '../../support/publishing.js';
import { TestApp } from '../../support/test-app.js';

const MINUTE_MS = 60_000;

/** What a stranger computes, from the documents of in-toto and DSSE alone. */
function opened({ payloadType, payload, signatures }: Proof['envelope'], jwks: any): any {
  const bytes = Buffer.from(payload, 'base64');
  const text = Buffer.concat([
    Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${bytes.length} `),
    bytes,
  ]);
  const good = signatures.filter(({ keyid, sig }) => {
    const key = jwks.keys.find(({ kid }: any) => kid === keyid);
    return key && verify(null, text, createPublicKey({ key, format: 'jwk' }), Buffer.from(sig, 'base64'));
  });
  return good.length > 0 ? JSON.parse(bytes.toString()) : undefined;
}

describe('GET /nodes/:nodeId/versions/:versionId/provenance', () => {
  let app: TestApp;
  let given: GivenRegistry;
  let github: CiIssuer;
  let gitlab: CiIssuer;
  let nodeId: string;
  let owner: string;
  const archive = packageOf('Blur');

  const audience = (): string => app.api.baseUrl.replace('127.0.0.1', 'localhost');
  const read = (id = nodeId) => app.api.get(`/nodes/${id}/versions/1.0.0/provenance`);
  /** Fetched by the address that the application says it has. */
  const readJson = async (url: string): Promise<unknown> =>
    (await fetch(url.replace('//localhost:', '//127.0.0.1:'))).json();

  async function published(
    issuer: string,
    repository: object,
    workflow: string,
    token: string,
  ): Promise<string> {
    const publishing = new Publishing(app);
    const publisher = await given.publisher();
    owner = publisher.owner.token;
    const id = given.id('proven');
    const added = await app.api.as(publisher.owner).post(`/publishers/${publisher.id}/trusted-publishers`, {
      node_id: id,
      issuer,
      ...repository,
      workflow,
    });
    expect(added.status).toBe(201);
    const { body } = await app.api.post('/oidc/exchange', { token });
    const announced = await app.api
      .as(body.token)
      .post(`/publishers/${publisher.id}/nodes/${id}/versions`, { node_version: { version: '1.0.0' } });
    expect((await app.api.get(`/nodes/${id}/versions/1.0.0/provenance`)).status).toBe(404);
    await publishing.upload(announced.body.signedUrl, archive);
    await publishing.verdict(publisher, id, '1.0.0');
    return id;
  }

  beforeAll(async () => {
    github = await startCiIssuer('/_services/token');
    gitlab = await startCiIssuer('');
    app = await TestApp.start({ TRUSTED_ISSUERS: `github=${github.issuer},gitlab=${gitlab.issuer}` });
    given = new GivenRegistry(app);
    const token = await signed(githubClaims(github.issuer, audience()), github.key);
    const repository = { repository: 'octo-org/octo-repo', repository_id: '74', owner_id: '65' };
    nodeId = await published(github.issuer, repository, 'release.yml', token);
  });
  afterAll(async () => {
    await app.stop();
    await github.close();
    await gitlab.close();
  });

  it('has a statement about the SHA-256 of the archive, signed by the installation', async () => {
    const { status, body } = await read();
    expect(status).toBe(200);
    const statement = opened(body.envelope, (await app.api.get('/.well-known/jwks.json')).body);
    expect(statement).toEqual({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: `${nodeId}-1.0.0.zip`, digest: { sha256: sha256(archive) } }],
      predicateType: 'https://slsa.dev/provenance/v1',
      predicate: {
        buildDefinition: {
          buildType: 'https://slsa-framework.github.io/github-actions-buildtypes/workflow/v1',
          externalParameters: {
            workflow: {
              ref: 'refs/tags/v1.0.0',
              repository: `${github.web}/octo-org/octo-repo`,
              path: '.github/workflows/release.yml',
            },
          },
          internalParameters: {
            github: {
              event_name: 'push',
              repository_id: '74',
              repository_owner_id: '65',
              environment: 'release',
              runner_environment: 'github-hosted',
            },
          },
          resolvedDependencies: [
            {
              uri: `git+${github.web}/octo-org/octo-repo@refs/tags/v1.0.0`,
              digest: { gitCommit: COMMIT },
            },
          ],
        },
        runDetails: {
          builder: { id: 'https://github.com/actions/runner/github-hosted' },
          metadata: {
            invocationId: `${github.web}/octo-org/octo-repo/actions/runs/9001/attempts/2`,
          },
        },
      },
    });
    expect(statement.predicate).toBeDefined();
    const forged = Buffer.from(body.envelope.payload, 'base64').toString().replace(COMMIT, '0'.repeat(40));
    const changed = { ...body.envelope, payload: Buffer.from(forged).toString('base64') };
    expect(opened(changed, (await app.api.get('/.well-known/jwks.json')).body)).toBeUndefined();
  });

  it('has no provenance for what a person has published', async () => {
    const node = await given.node();
    const publishing = new Publishing(app);
    await publishing.publish(
      { id: node.publisher.id, owner: node.owner },
      node.id,
      '1.0.0',
      packageOf('Own'),
    );
    expect((await read(node.id)).body.error).toBe('provenance_not_found');
    expect((await app.api.get(`/nodes/${node.id}/versions/1.0.0`)).body).not.toHaveProperty('provenance');
  });

  describe('once the token of the job has expired', () => {
    let proof: Proof;

    beforeAll(async () => {
      expect((await read()).body).not.toHaveProperty('identity_token');
      expect(
        (await app.api.as(owner).get(`/nodes/${nodeId}/versions/1.0.0/provenance`)).body,
      ).not.toHaveProperty('identity_token');
      app.passTime(11 * MINUTE_MS);
      proof = (await read()).body;
    });

    const check = (change: Partial<Proof> = {}, claimed: object = {}, read = readJson) =>
      checkProvenance(
        { ...proof, ...change },
        { service: audience(), name: `${nodeId}-1.0.0.zip`, sha256: sha256(archive), ...claimed },
        read,
      );

    it('has the token as the issuer signed it, which anyone can verify by the keys of the issuer', async () => {
      const token = proof.identity_token ?? '';
      const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: github.published }), {
        issuer: github.issuer,
        audience: audience(),
        currentDate: new Date(Number(decodeJwt(token).iat) * 1_000),
      });
      expect(payload).toMatchObject({ sha: COMMIT, repository_id: '74' } satisfies JWTPayload);
      expect(proof.issuer_key).toMatchObject({ n: github.published[0]?.n });
      expect((await app.api.post('/oidc/exchange', { token })).status).toBe(422);
    });

    it('is found good by `atelier verify`', async () => {
      expect(await check()).toMatchObject({
        vouchedBy: 'issuer',
        commit: COMMIT,
        workflow: '.github/workflows/release.yml',
      });
      expect(await check({ identity_token: undefined })).toMatchObject({ vouchedBy: 'service' });
      const withdrawn = async (url: string): Promise<unknown> =>
        url.endsWith('/keys') ? { keys: [] } : readJson(url);
      expect(await check({}, {}, withdrawn)).toMatchObject({ vouchedBy: 'service' });
    });

    it('is what the command of the terminal prints, which fails for a version without one', async () => {
      const atelier = await AtelierCommand.unpackedFor(audience());
      try {
        expect(await atelier.run(['verify', `${nodeId}@1.0.0`, '--json'])).toMatchObject({
          status: 0,
          json: { vouchedBy: 'issuer', commit: COMMIT, sha256: sha256(archive) },
        });
        const node = await given.node();
        const own = { id: node.publisher.id, owner: node.owner };
        await new Publishing(app).publish(own, node.id, '1.0.0', packageOf('Own'));
        expect(await atelier.run(['verify', `${node.id}@1.0.0`])).toMatchObject({
          status: 1,
          stderr: expect.stringContaining('The version has no provenance.'),
        });
      } finally {
        await atelier.remove();
      }
    }, 60_000);

    it.each<[string, () => Promise<unknown>]>([
      ['another archive', () => check({}, { sha256: sha256(packageOf('Evil')) })],
      ['the archive of another version', () => check({}, { name: `${nodeId}-1.0.1.zip` })],
      [
        'a statement of another key',
        () => {
          const [signature] = proof.envelope.signatures;
          const sig = Buffer.from(signature?.sig ?? '', 'base64');
          sig[0] = (sig[0] ?? 0) ^ 1;
          const signatures = [{ keyid: signature?.keyid ?? '', sig: sig.toString('base64') }];
          return check({ envelope: { ...proof.envelope, signatures } });
        },
      ],
      ['no signature', () => check({ envelope: { ...proof.envelope, signatures: [] } })],
      [
        'an envelope of another type',
        () => check({ envelope: { ...proof.envelope, payloadType: 'text/plain' } }),
      ],
      [
        'the token of another commit',
        async () =>
          check({
            identity_token: await signed(
              { ...githubClaims(github.issuer, audience()), sha: '0'.repeat(40) },
              github.key,
            ),
          }),
      ],
      [
        'the token of another repository',
        async () =>
          check({
            identity_token: await signed(
              { ...githubClaims(github.issuer, audience()), repository_id: '75' },
              github.key,
            ),
          }),
      ],
      [
        'a token for another service',
        async () =>
          check({
            identity_token: await signed(githubClaims(github.issuer, 'https://x.example'), github.key),
          }),
      ],
      [
        'a token that the issuer did not sign',
        async () =>
          check({ identity_token: await signed(githubClaims(github.issuer, audience()), gitlab.key) }),
      ],
      [
        'a token without a signature',
        () => {
          const [, payload] = (proof.identity_token ?? '').split('.');
          const head = Buffer.from('{"alg":"none"}').toString('base64url');
          return check({ identity_token: `${head}.${payload}.` });
        },
      ],
    ])('refuses %s', async (_, make) => {
      await expect(make()).rejects.toThrow();
    });

    it('does not show tokens of GitLab, which have an e-mail address', async () => {
      // The application's clock is ahead by now.
      const claims = gitlabClaims(gitlab.issuer, audience());
      const times = { iat: Number(claims.iat) + 660, nbf: Number(claims.iat), exp: Number(claims.iat) + 960 };
      const token = await signed({ ...claims, ...times }, gitlab.key);
      const repository = { repository: 'my-group/sub/my-project', repository_id: '20', owner_id: '72' };
      const id = await published(gitlab.issuer, repository, '.gitlab-ci.yml', token);
      app.passTime(60 * MINUTE_MS);
      const { body } = await read(id);
      expect(Object.keys(body)).toEqual(['envelope']);
      const statement = opened(body.envelope, (await app.api.get('/.well-known/jwks.json')).body);
      expect(statement.predicate.buildDefinition.externalParameters.workflow).toEqual({
        ref: 'refs/tags/v1.0.0',
        repository: `${gitlab.web}/my-group/sub/my-project`,
        path: '.gitlab-ci.yml',
      });
      expect(JSON.stringify(body) + JSON.stringify(statement)).not.toContain('sample-user');
    });
  });
});
