import { Injectable, Logger } from '@nestjs/common';
import type { JWTPayload } from 'jose';
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import { Clock } from '#libs/platform/clock';
import { Unavailable } from '#libs/platform/errors';
import { PublicAddress } from '#libs/platform/http';
import { OutboundError, OutboundHttp } from '#libs/platform/outbound';
import { IssuerNotConfigured } from '../users.errors.js';
import { UsersSettings } from '../users.settings.js';

const CALLBACK_PATH = '/session/oidc/callback';
const SCOPE = 'openid profile email';
/** How long the issuer's configuration is cached. */
const CONFIGURATION_MAX_AGE_MS = 10 * 60_000;
const TIMEOUT_SECONDS = 10;
const REPLY_MAX_BYTES = 512 * 1024;

/** A sign-in in progress; known only to this browser and us. */
export type BegunSignIn = { state: string; nonce: string; verifier: string };

/** The client side of the authorization code flow with PKCE (OpenID Connect Core 1.0 §3.1, RFC 7636). */
@Injectable()
export class IssuerClient {
  private readonly logger = new Logger(IssuerClient.name);
  private known: { configuration: Promise<Configuration>; atMs: number } | undefined;

  constructor(
    private readonly settings: UsersSettings,
    private readonly address: PublicAddress,
    private readonly http: OutboundHttp,
    private readonly clock: Clock,
  ) {}

  /** Where people sign in; undefined if not configured. */
  get issuer(): string | undefined {
    return this.settings.oidcClientId === undefined ? undefined : this.settings.oidcIssuer;
  }

  /** Starts a sign-in. @throws IssuerNotConfigured; Unavailable when the issuer cannot be reached. */
  async begin(): Promise<{ url: string; begun: BegunSignIn }> {
    const client = await import('openid-client');
    const configuration = await this.configuration();
    const begun = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.address.url + CALLBACK_PATH,
      scope: SCOPE,
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, begun };
  }

  /**
   * The claims of the person who came back from the issuer; undefined when the sign-in was refused, or another browser
   * started the sign-in.
   * @param query As the browser sent it.
   * @throws IssuerNotConfigured; Unavailable when the issuer cannot be reached.
   */
  async finish(query: string, { state, nonce, verifier }: BegunSignIn): Promise<JWTPayload | undefined> {
    const client = await import('openid-client');
    const configuration = await this.configuration();
    try {
      const answer = await client.authorizationCodeGrant(
        configuration,
        new URL(this.address.url + CALLBACK_PATH + query),
        { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
      );
      return answer.claims();
    } catch (error) {
      if (isSilence(error)) throw unreachable(error);
      // The person changed their mind, or a setting here or at the issuer is wrong: only the log can say.
      this.logger.warn({ err: error }, 'The issuer did not sign the person in');
      return undefined;
    }
  }

  private configuration(): Promise<Configuration> {
    if (this.known && this.clock.now().getTime() - this.known.atMs < CONFIGURATION_MAX_AGE_MS)
      return this.known.configuration;
    const configuration = this.discover().catch((error: unknown) => {
      this.known = undefined;
      throw error;
    });
    this.known = { configuration, atMs: this.clock.now().getTime() };
    return configuration;
  }

  private async discover(): Promise<Configuration> {
    const { oidcIssuer, oidcClientId, oidcClientSecret } = this.settings;
    if (oidcIssuer === undefined || oidcClientId === undefined) throw new IssuerNotConfigured();
    const client = await import('openid-client');
    const execute = [
      // Also verify signatures of tokens received from the issuer directly: a proxy in between could not forge them.
      client.enableNonRepudiationChecks,
      ...(oidcIssuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
    ];
    const secret = oidcClientSecret?.reveal();
    const authentication: ClientAuth =
      secret === undefined
        ? client.None()
        : (server, ...parameters) => {
            const known = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
            const kind = known.includes('client_secret_basic')
              ? client.ClientSecretBasic
              : client.ClientSecretPost;
            kind(secret)(server, ...parameters);
          };
    try {
      return await client.discovery(new URL(oidcIssuer), oidcClientId, undefined, authentication, {
        execute,
        timeout: TIMEOUT_SECONDS,
        [client.customFetch]: this.fetch,
      });
    } catch (error) {
      throw unreachable(error);
    }
  }

  /** Uses the service's client for outgoing calls. */
  private readonly fetch: CustomFetch = async (url, { method, headers, body, signal }) => {
    const { authorization, ...others } = headers;
    const reply = await this.http.request({
      url,
      trustUrl: 'configured',
      method: method === 'POST' ? 'POST' : 'GET',
      headers: others,
      ...(authorization === undefined ? {} : { credentials: { origin: url, headers: { authorization } } }),
      ...(body === undefined || body === null ? {} : { body: String(body as string | URLSearchParams) }),
      maxBytes: REPLY_MAX_BYTES,
      ...(signal ? { signal } : {}),
    });
    const { contentType } = reply;
    return new Response(new Uint8Array(await reply.bytes()), {
      status: reply.status,
      ...(contentType === undefined ? {} : { headers: { 'content-type': contentType } }),
    });
  };
}

/** Whether no answer came, according to any of the causes. */
function isSilence(error: unknown): boolean {
  if (error instanceof OutboundError) return true;
  return error instanceof Error && error.cause !== undefined && isSilence(error.cause);
}

function unreachable(cause: unknown): InstanceType<typeof Unavailable> {
  return new Unavailable('The issuer that signs people in cannot be reached right now.', {
    cause,
    headers: { 'Retry-After': '5' },
  });
}
