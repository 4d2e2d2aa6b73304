import type { JWTVerifyGetKey } from 'jose';
import * as v from 'valibot';
import { Unavailable } from '#libs/platform/errors';
import type { OutboundHttp } from '#libs/platform/outbound';
import { parse } from '#libs/platform/parsing';

/** Keys are fetched again after this time, so that a withdrawn one is no longer accepted. */
const KEYS_MAX_AGE_MS = 10 * 60_000;
/** An unknown key id causes a fetch, but not more often than this, as ids may be made up. */
const UNKNOWN_KEY_COOL_DOWN_MS = 30_000;
const FAILURE_COOL_DOWN_MS = 5_000;
const TIMEOUT_MS = 5_000;
const DOCUMENT_MAX_BYTES = 512 * 1024;

/** Only asymmetric signatures: with a shared secret, code that verifies tokens could also make them. */
export const SIGNATURE_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** The parts of OpenID Connect Discovery 1.0 §3 that are used. */
const discovery = v.object({ issuer: v.string(), jwks_uri: v.string() });
/** RFC 7517 §5; keys of unsupported types are skipped when looking for one. */
const keySet = v.object({ keys: v.array(v.looseObject({ kty: v.string() })) });

/** An issuer as it describes itself: its exact name, and its public keys. */
export type IssuerState = { issuer: string; key: JWTVerifyGetKey };

type Loaded = IssuerState & { loadedAtMs: number };

/** The public keys of an OIDC issuer, found by discovery and cached. */
export class IssuerKeys {
  private loaded: Loaded | undefined;
  private loading: Promise<Loaded> | undefined;
  private askedForUnknownAtMs = -Infinity;
  private failedAtMs = -Infinity;

  /** @param issuer URL of the issuer without a trailing slash. */
  constructor(
    private readonly http: Pick<OutboundHttp, 'getJson'>,
    private readonly issuer: string,
    private readonly nowMs: () => number = Date.now,
  ) {}

  /**
   * The issuer's name and a function that finds the key of a token's header.
   * @throws Unavailable when the issuer cannot be reached and nothing usable is cached.
   */
  async state(): Promise<IssuerState> {
    const loaded = await this.current();
    return {
      issuer: loaded.issuer,
      key: async (header, token) => {
        try {
          return await loaded.key(header, token);
        } catch (error) {
          const { errors } = await import('jose');
          if (!(error instanceof errors.JWKSNoMatchingKey) || !this.mayAskForUnknown()) throw error;
          this.askedForUnknownAtMs = this.nowMs();
          return (await this.load()).key(header, token);
        }
      },
    };
  }

  private async current(): Promise<Loaded> {
    const { loaded } = this;
    if (loaded && this.nowMs() - loaded.loadedAtMs < KEYS_MAX_AGE_MS) return loaded;
    try {
      return await this.load();
    } catch (error) {
      // A temporary outage of the issuer must not lock everyone out: the old keys are still accepted.
      if (loaded) return loaded;
      throw error;
    }
  }

  private mayAskForUnknown(): boolean {
    return this.nowMs() - this.askedForUnknownAtMs >= UNKNOWN_KEY_COOL_DOWN_MS;
  }

  private load(): Promise<Loaded> {
    if (this.nowMs() - this.failedAtMs < FAILURE_COOL_DOWN_MS) return Promise.reject(unreachable());
    this.loading ??= this.fetch()
      .then((loaded) => (this.loaded = loaded))
      .catch((error: unknown) => {
        this.failedAtMs = this.nowMs();
        throw unreachable(error);
      })
      .finally(() => (this.loading = undefined));
    return this.loading;
  }

  private async fetch(): Promise<Loaded> {
    const description = await this.getJson(`${this.issuer}/.well-known/openid-configuration`, discovery);
    const { issuer, jwks_uri: keysUrl } = description;
    if (issuer.replace(/\/+$/, '') !== this.issuer) {
      throw new Error('The name that the issuer gives differs from its configured address');
    }
    const keys = await this.getJson(keysUrl, keySet);
    const { createLocalJWKSet } = await import('jose');
    return { issuer, key: createLocalJWKSet(keys), loadedAtMs: this.nowMs() };
  }

  private async getJson<Schema extends v.GenericSchema>(
    url: string,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> {
    const value = await this.http.getJson({
      url,
      trustUrl: 'configured',
      timeoutMs: TIMEOUT_MS,
      maxBytes: DOCUMENT_MAX_BYTES,
    });
    const parsed = parse(schema, value);
    if (parsed.problems) throw new Error(`In an answer of the issuer ${parsed.problems[0]}`);
    return parsed.output;
  }
}

function unreachable(cause?: unknown): InstanceType<typeof Unavailable> {
  return new Unavailable('The keys of the issuer cannot be fetched right now.', {
    cause,
    headers: { 'Retry-After': '5' },
  });
}
