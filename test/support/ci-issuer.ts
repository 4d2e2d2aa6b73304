import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { startHttp } from './loopback-server.js';

type Claims = Record<string, unknown>;
export type IssuerKey = Awaited<ReturnType<typeof generateKeyPair>> & { kid: string; alg: string };
type Repository = { id: number; ownerId: number; path: string };

export const COMMIT = '1e9d144a0f3b6c2d4e5f60718293a4b5c6d7e8f9';

export async function newKey(kid: string, alg = 'RS256'): Promise<IssuerKey> {
  return { ...(await generateKeyPair(alg, { extractable: true })), kid, alg };
}

/** Signs claims as they are, with any header. */
export function signed(claims: Claims, key: IssuerKey, header: Claims = {}): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ typ: 'JWT', alg: key.alg, kid: key.kid, ...header })
    .sign(key.privateKey);
}

/** A host with CI on loopback: its issuer (discovery, keys), and its API, which knows repositories. */
export async function startCiIssuer(issuerPath: string, kid = 'one') {
  const key = await newKey(kid);
  const published: JWK[] = [{ ...(await exportJWK(key.publicKey)), kid, alg: key.alg, use: 'sig' }];
  const repositories: Repository[] = [];
  /** What a job gets at `ACTIONS_ID_TOKEN_REQUEST_URL`; the audience it asked for is given. */
  let answer: (audience: string) => Promise<string> = () => Promise.resolve('');
  const server = await startHttp((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    const json = (value: unknown, status = 200): unknown =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (url.pathname === `${issuerPath}/.well-known/openid-configuration`)
      return json({ issuer, jwks_uri: `${issuer}/keys` });
    if (url.pathname === `${issuerPath}/keys`) return json({ keys: published });
    if (url.pathname === '/token') {
      if (request.headers.authorization !== 'bearer of-this-job') return json({}, 401);
      return answer(url.searchParams.get('audience') ?? '').then((value) => json({ count: 1, value }));
    }
    const path = decodeURIComponent(url.pathname).replace(/^\/api\/v\d\/(?:repos|projects)\//, '');
    const found = repositories.find((one) => one.path === path);
    if (!found) return json({ message: 'Not Found' }, 404);
    const owner = { id: found.ownerId };
    return json({
      id: found.id,
      full_name: found.path,
      path_with_namespace: found.path,
      owner,
      namespace: owner,
    });
  });
  const web = `http://127.0.0.1:${server.port}`;
  const issuer = web + issuerPath;
  return {
    web,
    issuer,
    key,
    published,
    repositories,
    tokenUrl: `${web}/token?api-version=2.0`,
    answerWith: (make: typeof answer) => (answer = make),
    close: () => server.close(),
  };
}

export type CiIssuer = Awaited<ReturnType<typeof startCiIssuer>>;

const times = (seconds: number): Claims => {
  const now = Math.floor(Date.now() / 1_000);
  return { jti: randomUUID(), iat: now, nbf: now - 5, exp: now + seconds };
};

/** As in the example of docs.github.com/en/actions/reference/security/oidc, read 2026-11-28. */
export function githubClaims(issuer: string, aud: string): Claims {
  return {
    sub: 'repo:octo-org/octo-repo:environment:release',
    environment: 'release',
    aud,
    ref: 'refs/tags/v1.0.0',
    sha: COMMIT,
    repository: 'octo-org/octo-repo',
    repository_owner: 'octo-org',
    actor_id: '12',
    repository_visibility: 'public',
    repository_id: '74',
    repository_owner_id: '65',
    run_id: '9001',
    run_number: '10',
    run_attempt: '2',
    runner_environment: 'github-hosted',
    actor: 'octocat',
    workflow: 'release',
    head_ref: '',
    base_ref: '',
    event_name: 'push',
    ref_type: 'tag',
    ref_protected: 'true',
    workflow_ref: 'octo-org/octo-repo/.github/workflows/release.yml@refs/tags/v1.0.0',
    workflow_sha: COMMIT,
    job_workflow_ref: 'octo-org/octo-repo/.github/workflows/release.yml@refs/tags/v1.0.0',
    job_workflow_sha: COMMIT,
    iss: issuer,
    ...times(300),
  };
}

/** As in docs.gitlab.com/ci/secrets/id_token_authentication#token-payload, read 2026-11-28. */
export function gitlabClaims(issuer: string, aud: string): Claims {
  return {
    namespace_id: '72',
    namespace_path: 'my-group',
    project_id: '20',
    project_path: 'my-group/sub/my-project',
    user_id: '1',
    user_login: 'sample-user',
    user_email: 'sample-user@example.com',
    user_access_level: 'developer',
    user_identities: [{ provider: 'github', extern_uid: '2435223452345' }],
    pipeline_id: '574',
    pipeline_source: 'push',
    job_id: '302',
    ref: 'v1.0.0',
    ref_type: 'tag',
    ref_path: 'refs/tags/v1.0.0',
    ref_protected: 'true',
    groups_direct: ['mygroup/mysubgroup'],
    environment: 'release',
    environment_protected: 'false',
    deployment_tier: 'testing',
    runner_id: 1,
    runner_environment: 'self-hosted',
    sha: COMMIT,
    project_visibility: 'public',
    ci_config_ref_uri: `${issuer.replace(/^https?:\/\//, '')}/my-group/sub/my-project//.gitlab-ci.yml@refs/tags/v1.0.0`,
    ci_config_sha: COMMIT,
    iss: issuer,
    sub: 'project_path:my-group/sub/my-project:ref_type:tag:ref:v1.0.0',
    aud,
    ...times(3_600),
  };
}

/** As forgejo.org/docs/next/user/actions/security-openid-connect and its change 12355 say, read 2026-11-28. */
export function forgejoClaims(issuer: string, aud: string): Claims {
  const { jti: _, ...when } = times(3_600);
  return {
    actor: 'ada',
    actor_id: '5',
    base_ref: '',
    event_name: 'push',
    head_ref: '',
    ref: 'refs/tags/v1.0.0',
    ref_protected: 'false',
    ref_type: 'tag',
    repository: 'ada/pack',
    repository_id: '31',
    repository_owner: 'ada',
    repository_owner_id: '5',
    run_attempt: '1',
    run_id: '88',
    run_number: '3',
    sha: COMMIT,
    workflow: 'release.yml',
    workflow_ref: 'ada/pack/.forgejo/workflows/release.yml@refs/tags/v1.0.0',
    iss: issuer,
    sub: 'repo:ada-5/pack-31:ref:refs/tags/v1.0.0',
    aud,
    ...when,
  };
}
