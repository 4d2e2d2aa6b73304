import { Settings } from '#libs/platform/config';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Who may use the service. */
export class UsersSettings extends Settings {
  readonly adminToken = this.env.optionalSecret('ADMIN_TOKEN', {
    minLength: 24,
    description:
      'Token of the first admin, any text of at least 24 visible ASCII characters. A new value revokes the old one, or the one generated and printed at the first start, with the tokens made from it. npm run token makes further ones.',
  });

  readonly requiresApproval = this.env.flag('REQUIRE_APPROVAL', {
    default: false,
    description: 'Whether a new user must be approved by an admin before creating a publisher.',
  });

  readonly tokensPerUser = this.env.int('TOKENS_PER_USER', {
    min: 1,
    max: 100_000,
    default: 100,
    description: 'Most tokens of one user that work at the same time; revoked and expired ones do not count.',
  });

  readonly sessionIdleMs = this.days(
    'SESSION_IDLE_DAYS',
    7,
    'Days after the last use at which a session of the console ends.',
  );

  readonly sessionMaxMs = this.days(
    'SESSION_MAX_DAYS',
    30,
    'Days after signing in at which a session of the console ends at the latest.',
  );

  readonly oidcIssuer = this.env.optionalUrl('OIDC_ISSUER', {
    description: 'Issuer whose JWTs are accepted as bearer tokens.',
  });

  readonly oidcAudience = this.env.optionalText('OIDC_AUDIENCE', {
    description: 'Audience that a JWT must name; required with OIDC_ISSUER.',
  });

  readonly oidcClientId = this.env.optionalText('OIDC_CLIENT_ID', {
    description:
      'Id of this service at the issuer. With it people can sign in to the console at the issuer; BASE_URL/session/oidc/callback must be allowed as redirect URI.',
  });

  readonly oidcClientSecret = this.env.optionalSecret('OIDC_CLIENT_SECRET', {
    description: 'Secret of this service at the issuer; none for a public client.',
  });

  readonly oidcAdminClaim = this.env.optionalText('OIDC_ADMIN_CLAIM', {
    pattern: /^[^=\s]+(?:=.+)?$/,
    rule: 'name of a claim, or claim=value',
    description:
      'Claim that grants a user of the issuer the admin role: `claim` must be true; with `claim=value` the claim must equal or contain the value. Without the claim the role is withdrawn at the next sign-in, except from the last admin. Dots name a claim within another.',
  });

  constructor(...parameters: ConstructorParameters<typeof Settings>) {
    super(...parameters);
    if (this.adminToken && !/^[!-~]+$/.test(this.adminToken.reveal())) {
      this.env.report('ADMIN_TOKEN', 'must be visible ASCII without spaces, as it travels in a header');
    }
    if (this.oidcIssuer && !this.oidcAudience) {
      this.env.report('OIDC_AUDIENCE', 'must be set when OIDC_ISSUER is');
    }
    if (this.oidcClientId && !this.oidcIssuer) {
      this.env.report('OIDC_ISSUER', 'must be set when OIDC_CLIENT_ID is');
    }
  }

  private days(name: string, fallback: number, description: string): number {
    return this.env.int(name, { min: 1, max: 365, default: fallback, description }) * DAY_MS;
  }
}
