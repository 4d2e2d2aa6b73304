/** Hosts whose CI tokens are understood. */
export const CI_KINDS = ['github', 'gitlab', 'forgejo'] as const;
export type CiKind = (typeof CI_KINDS)[number];

/** An issuer of CI tokens that the operator allows. */
export type TrustedIssuer = {
  kind: CiKind;
  /** Its name, exactly as in `iss`. */
  issuer: string;
  /** Where its repositories are seen. */
  webUrl: string;
  /** Where its API begins. */
  apiUrl: string;
};

/**
 * Issuers that need no address. Sources, read 2026-11-28: docs.github.com/en/actions/reference/security/oidc;
 * docs.gitlab.com/ci/secrets/id_token_authentication
 */
const KNOWN: Partial<Record<CiKind, string>> = {
  github: 'https://token.actions.githubusercontent.com',
  gitlab: 'https://gitlab.com',
};

/** What `TRUSTED_ISSUERS` may have between commas, for people. */
export const ISSUERS_RULE =
  'list of github, gitlab, and github=URL, gitlab=URL or forgejo=URL with https URLs of issuers, or off';

/** Undefined unless every entry names an issuer. */
export function readIssuers(text: string): TrustedIssuer[] | undefined {
  if (text === 'off') return [];
  const issuers = text.split(',').map((entry) => readIssuer(entry.trim()));
  const known = issuers.filter((issuer) => issuer !== undefined);
  const areDistinct = new Set(known.map(({ issuer }) => issuer)).size === issuers.length;
  return areDistinct ? known : undefined;
}

function readIssuer(entry: string): TrustedIssuer | undefined {
  const [name = '', ...rest] = entry.split('=');
  const kind = CI_KINDS.find((one) => one === name);
  const issuer = rest.length > 0 ? rest.join('=') : kind && KNOWN[kind];
  if (!kind || issuer === undefined || !isIssuerUrl(issuer)) return undefined;
  return { kind, issuer, ...addressesOf(kind, issuer) };
}

/** Without a trailing slash, as issuers name themselves; http only on this machine. */
function isIssuerUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, search, hash, href } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1');
  return (
    isSafe && username + search + hash === '' && [text, `${text}/`].includes(href) && !text.endsWith('/')
  );
}

/**
 * Sources, read 2026-11-28: docs.github.com/en/enterprise-server/rest (`/api/v3`) and its OIDC reference
 * (`https://HOSTNAME/_services/token`); docs.gitlab.com/api/rest (`/api/v4`);
 * forgejo.org/docs/next/user/actions/security-openid-connect (`/api/actions`) and its API (`/api/v1`).
 */
function addressesOf(kind: CiKind, issuer: string): Pick<TrustedIssuer, 'webUrl' | 'apiUrl'> {
  if (kind === 'gitlab') return { webUrl: issuer, apiUrl: `${issuer}/api/v4` };
  if (issuer === KNOWN.github) return { webUrl: 'https://github.com', apiUrl: 'https://api.github.com' };
  const webUrl = issuer.replace(/\/(?:_services\/token|api\/actions)$/, '');
  return { webUrl, apiUrl: `${webUrl}${kind === 'github' ? '/api/v3' : '/api/v1'}` };
}
