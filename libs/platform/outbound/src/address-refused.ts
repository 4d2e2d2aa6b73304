import { LIFTED_BY } from './address-policy.js';
import { OutboundError } from './outbound-error.js';

/** The error for every host that is not public. It does not say which address was found. */
export function addressRefused(): OutboundError {
  return new OutboundError(
    'address_refused',
    `The URL leads to an address that is not on the public internet (${LIFTED_BY}).`,
  );
}
