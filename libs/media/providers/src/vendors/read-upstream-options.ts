import type { Environment } from '#libs/platform/config';
import { ADAPTERS, adapterAt, adapterOf } from '../adapters/index.js';
import { NO_SCHEME, schemeOf, type UpstreamOptions, type VendorOffer } from '../terms/upstream-options.js';

const HEADER = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;
const UNRANKED: VendorOffer = {
  isRanked: false,
  kinds: undefined,
  models: undefined,
  cost: undefined,
  currency: undefined,
  credit: 1,
  worth: undefined,
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
