import type { JWTPayload } from 'jose';
import { isStorableText, storableText } from '#libs/platform/database';
import { visibleName } from '#libs/platform/http';

const NAME_MAX_CHARS = 200;
/** Longest address by RFC 5321 §4.5.3.1: local part, domain and @ sign. */
const EMAIL_MAX_CHARS = 320;
/** Source: OpenID Connect Core 1.0 §2, `sub`. */
const SUBJECT_MAX_CHARS = 255;

/**
 * The subject of a JWT; undefined when an issuer may not issue it or the database cannot store it. Unlike a name it
 * is never repaired: two subjects must not become the same.
 */
export function claimedSubject({ sub }: { sub?: unknown }): string | undefined {
  const isSubject =
    typeof sub === 'string' && sub.trim() !== '' && sub.length <= SUBJECT_MAX_CHARS && isStorableText(sub);
  return isSubject ? sub : undefined;
}

/**
 * Name and address of a JWT's person (standard claims of OpenID Connect Core 1.0 §5.1). An address that the issuer
 * itself calls unverified is left out, as invitations go by address.
 */
export function claimedPerson(payload: JWTPayload): { name: string; email: string } {
  const email = payload.email_verified === false ? '' : text(payload.email, EMAIL_MAX_CHARS);
  const shown = name(payload.name) || name(payload.preferred_username) || email || name(payload.sub);
  return { name: shown, email };
}

/** Shown to other users, so invisible characters are removed. */
function name(claim: unknown): string {
  return typeof claim === 'string' ? text(visibleName(claim), NAME_MAX_CHARS).trim() : '';
}

/** A claim as text that the database can store; empty when it is no text. */
function text(claim: unknown, maxChars: number): string {
  if (typeof claim !== 'string') return '';
  const storable = storableText(claim).trim();
  return Array.from(storable).slice(0, maxChars).join('');
}
