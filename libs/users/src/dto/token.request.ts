import {
  CustomField,
  DateTimeField,
  type FieldOptions,
  type Scope,
  SCOPES,
  TextField,
  UuidField,
} from '#libs/platform/http';

/** A list of scopes without repetition, out of `known`. */
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

/** A token to be made. */
export class CreateTokenRequest {
  @TextField({
    description: 'What the token is for, so that you know it again.',
    minLength: 1,
    maxLength: 100,
    example: 'laptop',
  })
  name!: string;

  @ScopesField({ description: 'What the token may be used for; only scopes you have.', example: ['media'] })
  scopes!: Scope[];

  @DateTimeField({
    description: 'When the token ends, in the future. Without it the token lasts until it is revoked.',
    optional: true,
    example: '2099-12-31T00:00:00Z',
  })
  expires_at?: string;
}

/** Path of a token. */
export class TokenPath {
  @UuidField({ description: 'Id of the token.' })
  tokenId!: string;
}
