import type { Environment, Secret } from '#libs/platform/config';

/** How one vendor is reached and how long its work may take. */
export type UpstreamOptions = {
  /** The vendor's name in the settings and metrics, such as `imgprov`. */
  vendor: string;
  baseUrl: string;
  apiKey: Secret;
  /** Header that carries the key. */
  authHeader: string;
  /** Word before the key, such as `Bearer`; undefined when the key is sent alone. */
  authScheme: string | undefined;
  /** Paths that differ from those the adapter knows, by the adapter's names for them. */
  paths: ReadonlyMap<string, string>;
  maxConcurrent: number;
  /** Limit of one call. */
  timeoutMs: number;
  /** Limit of the whole work on a task, waiting included. */
  deadlineSeconds: number;
  /** Shortest pause between two polls of a running task. */
  pollSeconds: number;
  /** Whether the vendor answers a repeated submission under the same `Idempotency-Key` with the first one. */
  isIdempotent: boolean;
};

const HEADER = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;
const NO_SCHEME = 'none';

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
  const rest = {
    ...readAuthentication(env, prefix),
    paths: readPaths(env, prefix),
    ...readLimits(env, prefix),
    isIdempotent: env.flag(`${prefix}_IDEMPOTENT`, {
      default: false,
      description:
        'Whether the vendor answers a repeated submission under the same Idempotency-Key with the first answer, a stream with the same stream. Without it a submission whose outcome is unknown is not repeated: its task fails.',
    }),
  };
  const vendor = prefix.toLowerCase();
  return baseUrl !== undefined && apiKey !== undefined ? { vendor, baseUrl, apiKey, ...rest } : undefined;
}

function readAuthentication(
  env: Environment,
  prefix: string,
): Pick<UpstreamOptions, 'authHeader' | 'authScheme'> {
  const authHeader = env.text(`${prefix}_AUTH_HEADER`, {
    default: 'Authorization',
    pattern: HEADER,
    rule: 'name of a header',
    description: 'Header that carries the key.',
  });
  const scheme = env.text(`${prefix}_AUTH_SCHEME`, {
    default: 'Bearer',
    pattern: HEADER,
    rule: 'single word',
    description: `Word before the key, such as Bearer or Token; \`${NO_SCHEME}\` for the key alone.`,
  });
  return { authHeader, authScheme: scheme === NO_SCHEME ? undefined : scheme };
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
