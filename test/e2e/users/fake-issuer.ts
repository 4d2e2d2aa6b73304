import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { type LoopbackServer, startHttp } from '../../support/loopback-server.js';

type Key = Awaited<ReturnType<typeof generateKeyPair>>;
/** The sign-in that belongs to a code. */
type Grant = { challenge: string; redirectUri: string; claims: Record<string, unknown> };

/** An OpenID provider that signs in the person chosen by the test. */
export class FakeIssuer {
  /** The client that asked for tokens, by its header. */
  readonly clients: (string | undefined)[] = [];
  private readonly grants = new Map<string, Grant>();

  private constructor(
    private readonly server: LoopbackServer,
    private readonly key: Key,
  ) {}

  static async start(): Promise<FakeIssuer> {
    let issuer: FakeIssuer | undefined;
    const server = await startHttp((request, response) => void issuer?.answer(request, response));
    issuer = new FakeIssuer(server, await generateKeyPair('RS256'));
    return issuer;
  }

  get url(): string {
    return `http://127.0.0.1:${this.server.port}`;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /**
   * What a person does at the page that a service led to.
   * @returns The address that the browser is sent back to.
   */
  signIn(page: string, claims: Record<string, unknown>): string {
    const asked = new URL(page).searchParams;
    const code = randomUUID();
    const redirectUri = asked.get('redirect_uri') ?? '';
    this.grants.set(code, {
      challenge: asked.get('code_challenge') ?? '',
      redirectUri,
      claims: { aud: asked.get('client_id'), nonce: asked.get('nonce'), ...claims },
    });
    return `${redirectUri}?${new URLSearchParams({ code, state: asked.get('state') ?? '', iss: this.url }).toString()}`;
  }

  /** A JWT of the person, such as a program sends. */
  async jwt(claims: Record<string, unknown>, key = this.key.privateKey): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    return new SignJWT({ iss: this.url, iat: now, exp: now + 300, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(key);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [status, body] = await this.replyTo(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  private async replyTo(request: IncomingMessage): Promise<[number, object]> {
    if (request.url === '/keys')
      return [200, { keys: [{ ...(await exportJWK(this.key.publicKey)), kid: 'one', alg: 'RS256' }] }];
    if (request.url === '/token') return this.exchange(request);
    return [
      200,
      {
        issuer: this.url,
        jwks_uri: `${this.url}/keys`,
        authorization_endpoint: `${this.url}/authorize`,
        token_endpoint: `${this.url}/token`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
      },
    ];
  }

  private async exchange(request: IncomingMessage): Promise<[number, object]> {
    this.clients.push(request.headers.authorization);
    const sent = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    const grant = this.grants.get(sent.get('code') ?? '');
    this.grants.delete(sent.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || challenge !== grant.challenge || sent.get('redirect_uri') !== grant.redirectUri)
      return [400, { error: 'invalid_grant' }];
    const { forged, ...claims } = grant.claims;
    const key = forged ? (await generateKeyPair('RS256')).privateKey : this.key.privateKey;
    return [200, { access_token: 'x', token_type: 'Bearer', id_token: await this.jwt(claims, key) }];
  }
}
