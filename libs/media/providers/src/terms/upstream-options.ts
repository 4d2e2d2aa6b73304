import { isDeepStrictEqual } from 'node:util';
import type { Secret } from '#libs/platform/config';
import type { VendorPolicyOptions } from '#libs/platform/outbound';
import type { InputField } from './model-kinds.js';
import type { VendorCosts } from './vendor-cost.js';

export type UpstreamOptions = {
  /** The vendor's name in metrics and for admins: from the vendors file, or such as `imgprov` for one from the settings. */
  vendor: string;
  /** Stored with tasks: its name in the vendors file, or `upstream`. */
  provider: string;
  /** Name of the adapter that speaks its API. */
  adapter: string;
  baseUrl: string;
  /** How each kind is ordered, where the vendors file says so; see `recipeName`. */
  recipes: ReadonlyMap<string, VendorRecipe>;
  /** The vendor's names of our models; undefined where they are the same. */
  models: ReadonlyMap<string, string> | undefined;
  /** How inputs are sent; undefined to send links where the service has a public address and the vendor takes them. */
  inputs: 'link' | 'base64' | undefined;
  /** Used one at a time: the next one when the vendor limits the current one. */
  apiKeys: readonly [Secret, ...Secret[]];
  authHeader: string;
  /** Word before the key, such as `Bearer`; undefined when the key is sent alone. */
  authScheme: string | undefined;
  /** Paths that differ from the adapter's own, by the adapter's names for them. */
  paths: ReadonlyMap<string, string>;
  maxConcurrent: number;
  /** Limit for DNS, connect and TLS handshake; undefined for the usual one. */
  connectTimeoutMs: number | undefined;
  /** Longest wait for the headers of an answer; undefined if only the whole call is limited. */
  firstByteTimeoutMs: number | undefined;
  timeoutMs: number;
  /** Limit of the whole work on a task, waiting included. */
  deadlineSeconds: number;
  /** Shortest pause between two polls of a running task. */
  pollSeconds: number;
  /** Whether the vendor answers a repeated submission under the same `Idempotency-Key` with the first one. */
  isIdempotent: boolean;
  /** Whether the vendor answers 429 only before it takes an order. */
  isNotTakenOn429: boolean;
  /** Header that carries our reference of an order; undefined if the vendor stores none. */
  referenceHeader: string | undefined;
  /** Retries and circuit breaker, where they differ from the usual. */
  policy: Pick<VendorPolicyOptions, 'maxAttempts' | 'breakAfterFailures' | 'halfOpenAfterMs'>;
  /** How it is chosen among vendors. */
  offer: VendorOffer;
  callbacks: VendorCallbackOptions;
  /** What a video vendor gets to extend a video. */
  extendSends: 'both' | 'url';
};

/** How a kind is ordered from a vendor that offers many models. */
export type VendorRecipe = {
  /** The vendor's name of the model. */
  model?: string | undefined;
  /** Further fields of the request, with named places such as `{{prompt}}`. */
  input?: Readonly<Record<string, unknown>> | undefined;
  /** A whole workflow with named places. */
  workflow?: Readonly<Record<string, unknown>> | undefined;
  /** Of a model that callers name: its further fields, and narrower rules for the usual ones. */
  fields?: Readonly<Record<string, Partial<InputField>>> | undefined;
};

/** The name of a recipe: its kind, and the model where callers name one of the vendor's. */
export function recipeName(kind: string, model?: string): string {
  return model === undefined ? kind : `${kind} ${model}`;
}

/** How work is ordered. */
export function recipeOf(
  { recipes }: Pick<UpstreamOptions, 'recipes'>,
  kind: string,
  model: unknown,
): VendorRecipe | undefined {
  return recipes.get(kind) ?? (typeof model === 'string' ? recipes.get(recipeName(kind, model)) : undefined);
}

export type VendorOffer = VendorCosts & {
  /** Whether it comes from the vendors file; vendors from the settings are ordered by `PREFERRED_PROVIDERS` alone. */
  isRanked: boolean;
  /** Undefined for all kinds of the area. */
  kinds: ReadonlySet<string> | undefined;
  /** Ours; undefined for all models. */
  models: ReadonlySet<string> | undefined;
  /** The lowest comes first. */
  priority: number;
  /** Share of the tasks among vendors of the same priority; undefined if not stated. */
  weight: number | undefined;
};

/** Whether a vendor calls us, and how it authenticates. */
export type VendorCallbackOptions = {
  isOn: boolean;
  /** Undefined when the signed address is the only proof. */
  secret: Secret | undefined;
  /** Whether the secret is the text itself, and not Base64 after `whsec_`. */
  isPlainSecret?: boolean;
  /** Header with an HMAC-SHA256 of the body; undefined for Standard Webhooks. */
  signatureHeader: string | undefined;
};

export const NO_SCHEME = 'none';

/** `none` means that the key is sent alone. */
export function schemeOf(word: string): string | undefined {
  return word === NO_SCHEME ? undefined : word;
}

/** Whether nothing about a vendor has changed, its secrets included. */
export function isSameVendor(before: UpstreamOptions, after: UpstreamOptions): boolean {
  return isDeepStrictEqual(revealed(before), revealed(after));
}

/** Two secrets are equal to every comparison, whatever their texts. */
function revealed({ apiKeys, callbacks, ...options }: UpstreamOptions): unknown {
  const keys = apiKeys.map((key) => key.reveal());
  return { ...options, keys, callbacks: { ...callbacks, secret: callbacks.secret?.reveal() } };
}
