import { plural, t } from '@lingui/core/macro';
import { ApiError } from '../../../api/api-error.js';
import type { QuoteResponse } from '@atelier/client/api';
import { leftMs } from './quote.js';

/** The job was not sent, as its price differs from the shown one. Sending it again accepts the price. */
export class UnseenPrice extends Error {
  constructor(
    message: string,
    /** Whether the page now shows a quoted price; if not, the price is known only at the end. */
    readonly isQuoted: boolean,
  ) {
    super(message);
  }
}

const REFUSALS = ['quote_expired', 'quote_mismatch', 'invalid_quote'];

/**
 * Sends a job at the shown price. A quote that has expired or is refused is renewed once.
 * @param shown The shown quote; undefined when there is none yet.
 * @throws UnseenPrice when the price has changed, or cannot be quoted.
 */
export async function sendQuoted(
  shown: QuoteResponse | undefined,
  {
    isCurrent,
    ask,
    send,
  }: {
    /** Whether the shown quote is for exactly this request. */
    isCurrent: boolean;
    ask: () => Promise<QuoteResponse>;
    send: (quoteId: string) => Promise<string>;
  },
): Promise<string> {
  const renew = async (): Promise<QuoteResponse> => {
    const renewed = await ask();
    if (shown !== undefined && renewed.credits !== shown.credits)
      throw new UnseenPrice(
        t`It was ${plural(shown.credits, { one: '# credit', other: '# credits' })}, and is ${plural(renewed.credits, { one: '# credit', other: '# credits' })} now.`,
        true,
      );
    return renewed;
  };
  const first = shown !== undefined && isCurrent && leftMs(shown) > 0 ? shown : await renew();
  try {
    return await send(first.id);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const second = await renew();
    return await send(second.id).catch((again: unknown) => {
      // The service measured another length of the video than this browser.
      throw isRefusal(again) ? new UnseenPrice(again.message, false) : again;
    });
  }
}

function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && REFUSALS.includes(error.code);
}
