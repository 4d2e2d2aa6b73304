import { defineErrors } from '#libs/platform/errors';

const errors = defineErrors({
  GrantNotFound: [404, 'The user has no such grant.'],
  GrantVoided: [409, 'The grant was voided before.'],
  /** The message names what is left, or was spent, of the grant. */
  CorrectionTooLarge: [409, 'The correction goes beyond what is left, or was spent, of the grant.'],
  /** Otherwise a limited token could free itself, or make others that are free. */
  TokenLimited: [403, 'The token that you send has a limit of credits itself, so it sets none.'],
  /** The message names the limit, what is left of it, and the price. Nothing was started. */
  CreditsExhausted: [402, 'The credits do not suffice.'],
});

export const { GrantNotFound, GrantVoided, CorrectionTooLarge, TokenLimited } = errors;

/** What a refused hold asked for, and why it was refused. */
export type Shortage = {
  userId: string;
  /** The token whose limit it is; null for a limit or the grants of the user. */
  tokenId: string | null;
  /** Which limit, or the credits that were granted. */
  period: 'total' | 'day' | 'month' | 'grants';
  /** What the limit allows. */
  allowed?: number;
  balance: number;
  price: number;
};

/** Hold refused: the credits of its user, or what a limit leaves, do not suffice for the price. */
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
    day: ' It begins anew at 0:00 UTC.',
    month: ' It begins anew with the next month, UTC.',
  };
  return `${costs}the balance of ${whose} ${name} limit of ${allowed} is ${balance}.${when[period]}`;
}
