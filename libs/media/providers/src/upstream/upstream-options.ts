import type { Environment, Secret } from '#libs/platform/config';
import { ADAPTERS, adapterAt, adapterOf } from '../adapters/index.js';
import type { VendorPolicyOptions } from '#libs/platform/outbound';

export type UpstreamOptions = {
  /** The vendor's name in metrics and for admins: from the vendors file, or such as `imgprov` for one from the settings. */
  vendor: string;
  /** Stored with tasks: its name in the vendors file, or `upstream`. */
  provider: string;
  /** Name of the adapter that speaks its API. */
  adapter: string;
  baseUrl: string;
  /** How each kind is ordered, where the vendors file says so. */
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
};

export type VendorOffer = {
  /** Whether it comes from the vendors file; vendors from the settings are ordered by `PREFERRED_PROVIDERS` alone. */
  isRanked: boolean;
  /** Undefined for all kinds of the area. */
  kinds: ReadonlySet<string> | undefined;
  /** Ours; undefined for all models. */
  models: ReadonlySet<string> | undefined;
  /** What the vendor charges for a task, in credits, for all kinds or each. */
  cost: number | Readonly<Record<string, number>> | undefined;
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

/** What the vendor charges for a task of the kind, if stated. */
export function costOf(
  { offer: { cost } }: Pick<UpstreamOptions, 'offer'>,
  kind: string,
): number | undefined {
  return typeof cost === 'object' ? cost[kind] : cost;
}

const HEADER = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;
const NO_SCHEME = 'none';
const UNRANKED: VendorOffer = {
  isRanked: false,
  kinds: undefined,
  models: undefined,
  cost: undefined,
  priority: 0,
  weight: undefined,
};

/**
 * Reads the settings of one vendor, all of which begin with `prefix`, such as `IMGPROV`.
 * @returns Undefined unless both the base URL and the key are set.
 */
export function readUpstreamOptions(env: Environment, prefix: string): UpstreamOptions | undefined {
  const baseUrl = env.optionalUrl(`${prefix}_BASE_URL`, {
    description: 'Address of the upstream vendor. Together with the key it replaces the local engine.',
  });
  const apiKey = env.optionalSecret(`${prefix}_API_KEY`, { description: 'Key for the upstream vendor.' });
  if ((baseUrl === undefined) !== (apiKey === undefined))
    env.report(`${prefix}_BASE_URL`, `must be set together with ${prefix}_API_KEY`);
  const adapter = readAdapter(env, prefix, baseUrl);
  const rest = {
    adapter,
    ...readAuthentication(env, prefix, adapterOf(adapter)?.facts.auth),
    paths: readPaths(env, prefix),
    ...readLimits(env, prefix),
    isIdempotent: env.flag(`${prefix}_IDEMPOTENT`, {
      default: false,
      description:
        'Whether the vendor answers a repeated submission under the same Idempotency-Key with the first answer, a stream with the same stream. Otherwise a submission whose outcome is unknown is not repeated: the order is looked up by our reference if the vendor supports that, else its task is uncertain.',
    }),
    isNotTakenOn429: env.flag(`${prefix}_NOT_TAKEN_ON_429`, {
      default: false,
      description:
        'Whether the vendor promises to answer 429 only before it accepts an order. The order is then sent again, or goes to another vendor; otherwise 429 leaves open whether the order was accepted.',
    }),
    referenceHeader: env.optionalText(`${prefix}_REFERENCE_HEADER`, {
      pattern: HEADER,
      rule: 'name of a header',
      description:
        'Header that carries our reference of an order, a UUID, if the vendor stores it; `lookup=/path/{reference}` among the paths is where an order is looked up by it.',
    }),
  };
  if (baseUrl === undefined || apiKey === undefined) return undefined;
  return {
    ...{ vendor: prefix.toLowerCase(), provider: 'upstream', baseUrl, apiKeys: [apiKey], ...rest },
    ...{ connectTimeoutMs: undefined, firstByteTimeoutMs: undefined },
    ...{ policy: {}, offer: UNRANKED, extendSends: 'both' },
    ...{ recipes: new Map(), models: undefined, inputs: undefined },
    callbacks: { isOn: false, secret: undefined, signatureHeader: undefined },
  };
}

function readAdapter(env: Environment, prefix: string, baseUrl: string | undefined): string {
  const stated = env.oneOf(`${prefix}_ADAPTER`, {
    values: ['auto', ...ADAPTERS.map(({ facts }) => facts.name)],
    default: 'auto',
    description:
      'What kind of vendor it is (docs/vendors.md). By default it is known by its address, and `native`, which is another Atelier, where the address is not known.',
  });
  return stated === 'auto' ? (adapterAt(baseUrl)?.facts.name ?? 'native') : stated;
}

function readAuthentication(
  env: Environment,
  prefix: string,
  [usualHeader, usualScheme]: readonly [string, string] = ['Authorization', 'Bearer'],
): Pick<UpstreamOptions, 'authHeader' | 'authScheme'> {
  const authHeader = env.text(`${prefix}_AUTH_HEADER`, {
    default: usualHeader,
    pattern: HEADER,
    rule: 'name of a header',
    description: 'Header that carries the key.',
  });
  const scheme = env.text(`${prefix}_AUTH_SCHEME`, {
    default: usualScheme,
    pattern: HEADER,
    rule: 'single word',
    description: `Word before the key, such as Bearer or Token; \`${NO_SCHEME}\` for the key alone.`,
  });
  return { authHeader, authScheme: schemeOf(scheme) };
}

/** `none` means that the key is sent alone. */
export function schemeOf(word: string): string | undefined {
  return word === NO_SCHEME ? undefined : word;
}

function readPaths(env: Environment, prefix: string): ReadonlyMap<string, string> {
  const name = `${prefix}_PATHS`;
  const entries = env.list(name, {
    description:
      'Paths of the vendor that differ from ours, as comma-separated `name=/path`; a look-up has `{task_id}` in its path and `.status` at the end of its name.',
  });
  const pairs = entries.map((entry): [string, string] => {
    const at = entry.indexOf('=');
    return [entry.slice(0, at).trim(), entry.slice(at + 1).trim()];
  });
  if (pairs.some(([key, path]) => key === '' || !path.startsWith('/')))
    env.report(name, 'must be a comma-separated list of name=/path');
  return new Map(pairs);
}

function readLimits(
  env: Environment,
  prefix: string,
): Pick<UpstreamOptions, 'maxConcurrent' | 'timeoutMs' | 'deadlineSeconds' | 'pollSeconds'> {
  return {
    maxConcurrent: env.int(`${prefix}_MAX_CONCURRENT`, {
      min: 1,
      max: 1_000,
      default: 8,
      description: 'Calls to the vendor at the same time.',
    }),
    timeoutMs: env.int(`${prefix}_TIMEOUT_MS`, {
      min: 100,
      max: 600_000,
      default: 30_000,
      description: 'Longest time of one call to the vendor, in milliseconds.',
    }),
    deadlineSeconds: env.int(`${prefix}_DEADLINE_SECONDS`, {
      min: 1,
      max: 604_800,
      default: 3_600,
      description:
        'Longest time from the start of a task to its result, in seconds. Later ones count as lost.',
    }),
    pollSeconds: env.int(`${prefix}_POLL_SECONDS`, {
      min: 0,
      max: 600,
      default: 1,
      description: 'Shortest pause between two polls of a running task, in seconds; it grows with its age.',
    }),
  };
}
