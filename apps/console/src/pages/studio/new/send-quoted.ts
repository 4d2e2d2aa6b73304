import { ApiError } from '../../../api/api-error.js';
import type { QuoteResponse } from '@atelier/client';
import { counted } from '../../../parts/numbers.js';
import { leftMs } from './quote.js';

/** The job was not sent: it would cost what the page has not shown. Who sends it again agrees. */
export class UnseenPrice extends Error {
  constructor(
    message: string,
    /** Whether there is a quote of the price that the page shows by now; else the price is known at the end only. */
    readonly isQuoted: boolean,
  ) {
    super(message);
  }
}

const REFUSALS = ['quote_expired', 'quote_mismatch', 'invalid_quote'];

/**
 * Sends a job at the price that the page shows. A quote that has expired, or is refused, is asked for anew, once.
 * @param shown What the page shows; undefined when it shows no price yet.
 * @throws UnseenPrice when the price is another one by now, or none can be promised.
 */
export async function sendQuoted(
  shown: QuoteResponse | undefined,
  {
    isCurrent,
    ask,
    send,
  }: {
    /** Whether what is shown is the quote of just this request. */
    isCurrent: boolean;
    ask: () => Promise<QuoteResponse>;
    send: (quoteId: string) => Promise<string>;
  },
): Promise<string> {
  const renew = async (): Promise<QuoteResponse> => {
    const renewed = await ask();
    if (shown !== undefined && renewed.credits !== shown.credits)
      throw new UnseenPrice(
        `It was ${counted(shown.credits, 'credit')}, and is ${counted(renewed.credits, 'credit')} now.`,
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
      // The service has measured a video as longer or shorter than this browser.
      throw isRefusal(again) ? new UnseenPrice(again.message, false) : again;
    });
  }
}

function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && REFUSALS.includes(error.code);
}
