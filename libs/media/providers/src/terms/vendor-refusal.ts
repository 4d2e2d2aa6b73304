import { OutboundError } from '#libs/platform/outbound';

/**
 * What a vendor refuses:
 *
 * - `content` what the caller sent; the only one that the caller is told;
 * - `parameters`, `model` the form of the request, or the model: another vendor may accept it;
 * - `balance`, `key` us: there is no money, or the key is wrong;
 * - `busy` it takes nothing more at the moment.
 */
export type VendorRefusal = 'content' | 'parameters' | 'model' | 'balance' | 'busy' | 'key';

/** A vendor refused a call, and said why. An order was certainly not accepted. */
export class RefusedByVendor extends OutboundError {
  constructor(
    error: OutboundError,
    readonly refusal: VendorRefusal,
  ) {
    const { status, retryAfterSeconds } = error;
    const replyText = error.replyText();
    super(error.code, error.message, {
      ...{ retryable: refusal === 'busy', mayHaveArrived: true, reason: refusal },
      ...(status === undefined ? {} : { status }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      ...(replyText === undefined ? {} : { replyText }),
    });
  }
}

/** Statuses with which a vendor refuses the content, where it says no more. */
const CONTENT_REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422, 451]);

export function isContentRefusal(error: unknown): boolean {
  if (error instanceof RefusedByVendor) return error.refusal === 'content';
  return (
    error instanceof OutboundError && error.code === 'bad_status' && CONTENT_REFUSALS.has(error.status ?? 0)
  );
}

/** What a status means for most vendors; a refusal of the request is not one of the content. */
export function usualRefusal(status: number): VendorRefusal | undefined {
  switch (status) {
    case 400:
    case 413:
    case 415:
    case 422:
      return 'parameters';
    case 401:
    case 403:
      return 'key';
    case 402:
      return 'balance';
    case 404:
      return 'model';
    case 429:
      return 'busy';
    case 451:
      return 'content';
    default:
      return undefined;
  }
}
