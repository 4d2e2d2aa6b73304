import { defineErrors } from '#libs/platform/errors';

export const { OrderNotFetched } = defineErrors({
  /** It is a stream, which cannot be asked for later, or the vendor is not in use any more. Say what it cost instead. */
  OrderNotFetched: [409, 'The result of this order cannot be fetched: say what it cost instead.'],
});
