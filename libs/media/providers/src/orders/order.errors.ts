import { defineErrors } from '#libs/platform/errors';

export const { OrderNotFetched } = defineErrors({
  /** It is a stream, which cannot be polled later, or the vendor is no longer in use. State its cost instead. */
  OrderNotFetched: [409, 'The result of this order cannot be fetched: say what it cost instead.'],
});
