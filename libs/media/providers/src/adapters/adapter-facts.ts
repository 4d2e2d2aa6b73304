import type { UpstreamOptions } from '../terms/upstream-options.js';
import type { VendorAdapter } from './vendor-adapter.js';

/** What is the same for all installations of a kind of vendor. */
export type AdapterFacts = {
  /** As the vendors file and the settings call it. */
  name: string;
  /** Its public address, where it has one. */
  baseUrl?: string;
  /** Other hosts that are its own. */
  hosts?: readonly string[];
  /** Header and word with which the key is sent; the word `none` for the key alone. Default: `Authorization: Bearer`. */
  auth?: readonly [header: string, scheme: string];
  /** The value of that header, where it is not the word and the key. */
  authValue?: (key: string) => string;
  /** Whether the secret of its calls back is a plain text, and not `whsec_…`. */
  hasPlainSecret?: boolean;
  /** What the costs in its answers are in; absent where it says none. */
  bills?: 'credits' | 'USD';
  /** Whether it may be used without a key. */
  isOpen?: boolean;
  /** Whether its entry must state the area, as its vendors need not do all. */
  needsArea?: boolean;
  /** What its entry must state of each kind, for a vendor of many models. */
  recipe?: readonly ('model' | 'input' | 'workflow')[];
};

/** The currency of the costs in its answers; undefined where they are in credits, or not said. */
export function billedCurrency({ bills }: AdapterFacts): string | undefined {
  return bills === 'credits' ? undefined : bills;
}

export type AdapterClass = {
  readonly facts: AdapterFacts;
  /** The kinds of tasks that it can do; each vendor may be limited to some of them. */
  readonly kinds: readonly string[];
  new (options: UpstreamOptions): VendorAdapter;
};
