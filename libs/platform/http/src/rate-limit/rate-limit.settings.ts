import { Settings } from '#libs/platform/config';

const RULE = 'whole number from 1 to 1000000, or off';
const PATTERN = /^(?:off|[1-9]\d{0,5}|1000000)$/;
/** How many tokens a user may use to the full unless a setting says otherwise. */
const USER_TOKENS = 3;

/** How many requests a caller may send per minute. */
export class RateLimitSettings extends Settings {
  /** Per token; undefined when there is no limit at all. */
  readonly perToken = this.limit(
    'RATE_LIMIT',
    '1200',
    'Requests per minute for each token; `off` switches every rate limit off.',
  );

  /** All tokens of a user together; undefined when that is not limited. */
  readonly perUser = this.userLimit();

  readonly perAddress = this.limit(
    'RATE_LIMIT_ANONYMOUS',
    '300',
    'Requests per minute without a token, for each address.',
  );

  readonly failedTokens = this.limit(
    'RATE_LIMIT_FAILED_TOKENS',
    '60',
    'Requests per minute with a missing or wrong token, for each address, before they are answered 429.',
  );

  private userLimit(): number | undefined {
    const text = this.env.optionalText('RATE_LIMIT_USER', {
      pattern: PATTERN,
      rule: RULE,
      description:
        'Requests per minute of all tokens of a user together; without it three times `RATE_LIMIT`.',
    });
    if (text === undefined) return this.perToken === undefined ? undefined : USER_TOKENS * this.perToken;
    return text === 'off' ? undefined : Number(text);
  }

  private limit(name: string, fallback: string, description: string): number | undefined {
    const text = this.env.text(name, { default: fallback, pattern: PATTERN, rule: RULE, description });
    return text === 'off' ? undefined : Number(text);
  }
}
