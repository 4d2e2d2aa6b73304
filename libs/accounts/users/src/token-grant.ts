import { type Principal, type Scope, SCOPES } from '#libs/platform/http';
import { ScopeNotHeld, TokenOutlivesItself } from './users.errors.js';

export type WantedToken = {
  name: string;
  description?: string;
  scopes: readonly Scope[];
  expiresAt?: Date;
};

export function scopesOf({ isAdmin }: { isAdmin: boolean }): Scope[] {
  return SCOPES.filter((scope) => scope !== 'admin' || isAdmin);
}

/** Default scopes: all that the parent token has except `admin`. */
export function ordinaryScopes(
  principal: Principal,
  of: readonly Scope[] = SCOPES.filter((scope) => scope !== 'admin'),
): Scope[] {
  return of.filter((scope) => principal.scopes.includes(scope));
}

/**
 * The scopes and the expiry of a token that `principal` may issue: never more than the principal has.
 * @param endsAt When the caller's own token expires; null when it does not.
 * @throws ScopeNotHeld, TokenOutlivesItself.
 */
export function grant(principal: Principal, wanted: WantedToken, endsAt: Date | null): WantedToken {
  if (wanted.scopes.length === 0)
    throw new ScopeNotHeld('Your token has none of the usual scopes; name scopes.');
  const missing = wanted.scopes.filter((scope) => !principal.scopes.includes(scope));
  if (missing.length > 0) {
    throw new ScopeNotHeld(`Your token lacks ${missing.join(', ')}, so it cannot grant that.`);
  }
  const expiresAt = wanted.expiresAt ?? endsAt ?? undefined;
  if (endsAt && expiresAt && expiresAt > endsAt) {
    throw new TokenOutlivesItself(`Your token ends at ${endsAt.toISOString()}; expires_at may not be later.`);
  }
  return {
    name: wanted.name,
    description: wanted.description ?? '',
    scopes: [...new Set(wanted.scopes)],
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}
