import { Injectable } from '@nestjs/common';
import { OutboundError } from '#libs/platform/outbound';
import type { FreeCall, VendorAccount } from '../adapters/vendor-adapter.js';
import { isVendorFailure, wordsForOperators } from '../upstream/upstream-failure.js';
import type { UpstreamClient } from '../upstream/upstream-client.js';
import { VendorProviders } from './vendor-providers.js';

export const CHECK_STATES = ['accepted', 'refused', 'unreachable', 'unclear'] as const;

/** How one key of a vendor is: in words for operators, with the vendor's own sentence. */
export type VendorCheck = VendorAccount & { state: (typeof CHECK_STATES)[number]; message: string };

/** Tries the keys of vendors by calls that cost nothing. One that is accepted no longer rests in this process. */
@Injectable()
export class VendorChecks {
  constructor(private readonly vendors: VendorProviders) {}

  /** @returns One result for each key; undefined for a vendor that has no such call. */
  async check(name: string): Promise<VendorCheck[] | undefined> {
    const vendor = this.vendors.find(name);
    const call = vendor?.adapter.freeCall;
    if (!vendor || !call) return undefined;
    return Promise.all(vendor.client.keys.names.map(async (key) => tried(vendor.client, call, key)));
  }
}

async function tried(client: UpstreamClient, call: FreeCall, key: string): Promise<VendorCheck> {
  try {
    const { json } = await client.send({ path: call.path }, new AbortController().signal, key);
    const account = call.read(json);
    client.keys.wake(key);
    return { ...account, state: 'accepted', message: 'The vendor accepts the key.' };
  } catch (error) {
    if (!isVendorFailure(error)) throw error;
    const words = wordsForOperators(error, client.options);
    if (!(error instanceof OutboundError) || error.code === 'bad_reply')
      return { state: 'unclear', message: `The answer is not what this kind of vendor gives: ${words}.` };
    if (error.code !== 'bad_status')
      return { state: 'unreachable', message: `The vendor cannot be reached: ${words}.` };
    return { state: 'refused', message: `The vendor refused the call (${words}).` };
  }
}
