/** The payload of an issuer's JWT. */
type Claims = Readonly<Record<string, unknown>>;

/**
 * Whether the claims grant the admin role.
 * @param rule `claim`, which must be true, or `claim=value`, where the claim must equal the value or be a list that
 * contains it. Dots name a claim within another, such as `realm_access.roles`, unless a claim has exactly that name.
 */
export function claimsAdmin(rule: string, claims: Claims): boolean {
  const end = rule.indexOf('=');
  const claim = valueOf(claims, end === -1 ? rule : rule.slice(0, end));
  if (end === -1) return claim === true || claim === 'true';
  const wanted = rule.slice(end + 1);
  return Array.isArray(claim) ? claim.includes(wanted) : claim === wanted;
}

function valueOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const key of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Claims)[key];
  }
  return value;
}
