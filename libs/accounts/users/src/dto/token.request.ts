import {
  CustomField,
  DateTimeField,
  type FieldOptions,
  type Scope,
  SCOPES,
  TextField,
  UuidField,
} from '#libs/platform/http';
import type { WantedToken } from '../token-grant.js';

/** A list of distinct scopes out of `known`. */
export function ScopesField(options: FieldOptions & { known?: readonly Scope[] }): PropertyDecorator {
  const known = options.known ?? SCOPES;
  return CustomField(options, {
    rule: `must be a list of 1 to ${known.length} of ${known.join(', ')}, each once`,
    isValid: (value) =>
      Array.isArray(value) &&
      value.length > 0 &&
      new Set(value).size === value.length &&
      value.every((scope) => known.some((one) => one === scope)),
    schema: {
      type: 'array',
      minItems: 1,
      maxItems: known.length,
      uniqueItems: true,
      items: { type: 'string', enum: [...known] },
    },
  });
}

export class CreateTokenRequest {
  /** A name by which you recognise the token. */
  @TextField({ minLength: 1, maxLength: 100, example: 'laptop' })
  name!: string;

  /** A description, such as where it is stored and who renews it. */
  @TextField({ maxLength: 500, default: '' })
  description!: string;

  /** What the token may be used for; only scopes you have. By default all that you have except `admin`. */
  @ScopesField({ optional: true })
  scopes?: Scope[];

  /** When the token expires, in the future. By default it lasts until it is revoked. */
  @DateTimeField({ label: 'Expires', optional: true, example: '2099-12-31T00:00:00Z' })
  expires_at?: string;
}

/**
 * The request in the service's terms.
 * @param defaultScopes Used if the request names none.
 */
export function wantedToken(
  { name, description, scopes, expires_at }: CreateTokenRequest,
  defaultScopes: readonly Scope[],
): WantedToken {
  const ends = expires_at === undefined ? {} : { expiresAt: new Date(expires_at) };
  return { name, description, scopes: scopes ?? defaultScopes, ...ends };
}

export class TokenPath {
  /** Id of the token. */
  @UuidField()
  tokenId!: string;
}
