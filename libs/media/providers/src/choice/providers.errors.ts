import { defineErrors } from '#libs/platform/errors';
import { TaskFailure } from '#libs/media/work';

export const { NoVendorAvailable } = defineErrors({
  /** Every provider that could do the work is drained. Nothing was stored. */
  NoVendorAvailable: [503, 'No provider accepts this work at the moment.'],
});

export class ProviderGone extends TaskFailure {
  constructor() {
    super('provider_gone', 'The provider that began this task is no longer in use.');
  }
}

export const { OrderNotFetched } = defineErrors({
  /** It is a stream, which cannot be polled later, or the vendor is no longer in use. State its cost instead. */
  OrderNotFetched: [409, 'The result of this order cannot be fetched: say what it cost instead.'],
});
