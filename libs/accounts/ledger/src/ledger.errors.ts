import { defineErrors } from '#libs/platform/errors';

const errors = defineErrors({
  GrantNotFound: [404, 'The user has no such grant.'],
  GrantVoided: [409, 'The grant is already voided.'],
  /** The message says how much is left, or was spent, of the grant. */
  CorrectionTooLarge: [409, 'The correction exceeds what is left, or was spent, of the grant.'],
  /** Otherwise a limited token could lift its own limit, or make tokens without one. */
  TokenLimited: [403, 'The token of this request is itself limited, so it cannot set none.'],
  /** The message states the limit, what is left of it, and the price. Nothing was started. */
  CreditsExhausted: [402, 'The credits do not suffice.'],
});

export const { GrantNotFound, GrantVoided, CorrectionTooLarge, TokenLimited } = errors;

/** What a refused hold asked for, and why it was refused. */
export type Shortage = {
  userId: string;
  /** The token whose limit was hit; null for a limit or the grants of the user. */
  tokenId: string | null;
  /** The limit that was hit, or the granted credits. */
  period: 'total' | 'day' | 'month' | 'grants';
  /** What the limit allows. */
  allowed?: number;
  balance: number;
  price: number;
};

/** Hold refused: the user's credits, or what is left of a limit, do not cover the price. */
export class CreditsExhausted extends errors.CreditsExhausted {
  static override readonly definition = errors.CreditsExhausted.definition;
  declare readonly code: string;
  declare readonly status: number;

  static of(shortage: Shortage): CreditsExhausted {
    return new CreditsExhausted(sentence(shortage));
  }
}

function sentence({ tokenId, period, allowed, balance, price }: Shortage): string {
  const costs = `This costs ${price} credits, but `;
  if (period === 'grants') return `${costs}your balance is ${balance}.`;
  const name = period === 'total' ? 'total' : { day: 'daily', month: 'monthly' }[period];
  const whose = tokenId === null ? 'your' : 'this token’s';
  const when = {
    total: '',
    day: ' It resets at 0:00 UTC.',
    month: ' It resets at the start of next month, UTC.',
  };
  return `${costs}the balance of ${whose} ${name} limit of ${allowed} is ${balance}.${when[period]}`;
}
