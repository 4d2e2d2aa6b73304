import { readFileSync } from 'node:fs';
import { type Environment, Secret } from '#libs/platform/config';
import { readUpstreamOptions, schemeOf, type UpstreamOptions } from '../upstream/upstream-options.js';
import { STANDARD_SECRET } from '../upstream/callback-signature.js';
import { parseVendors, type StatedVendor, type VendorArea } from './vendors-file.js';

const FILE = 'VENDORS_FILE';
const DESCRIPTION =
  'JSON file of vendors, in addition to or in place of those of `IMGPROV_`, `VIDPROV_` and `MUSPROV_`; docs/vendors.md describes its format.';

/** What distinguishes an area of media for its vendors. */
export type AreaOfVendors = {
  area: VendorArea;
  /** Prefix of the settings of its one vendor, such as `IMGPROV`. */
  prefix: string;
  kinds: readonly string[];
  /** Absent if tasks of the area name no model. */
  models?: readonly string[];
};

/** The vendors of an area: the one from the settings, called `upstream`, then those of the vendors file. */
export function readVendors(env: Environment, area: AreaOfVendors): UpstreamOptions[] {
  const ofSettings = readUpstreamOptions(env, area.prefix);
  const file = env.optionalText(FILE, { description: DESCRIPTION, rule: 'path of a file' });
  const stated = file === undefined ? [] : readFile(env, file);
  const ofFile = stated.flatMap((vendor, index) => {
    if (vendor.area !== area.area) return [];
    reportUnknown(env, area, vendor, `vendors.${index}`);
    return optionsOf(env, vendor, `vendors.${index}`);
  });
  return [...(ofSettings ? [ofSettings] : []), ...ofFile];
}

function readFile(env: Environment, file: string): StatedVendor[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    env.report(FILE, 'must name a file that can be read as JSON');
    return [];
  }
  const parsed = parseVendors(value);
  for (const problem of parsed.problems ?? []) report(env, problem);
  return parsed.problems ? [] : parsed.vendors;
}

function reportUnknown(env: Environment, area: AreaOfVendors, vendor: StatedVendor, place: string): void {
  const { kinds, models = [] } = area;
  vendor.kinds?.forEach((kind, at) => {
    if (!kinds.includes(kind)) report(env, `${place}.kinds.${at} must be one of ${kinds.join(', ')}`);
  });
  vendor.models?.forEach((model, at) => {
    if (models.includes(model)) return;
    const rule =
      models.length > 0
        ? `must be one of ${models.join(', ')}`
        : `must not be there: ${area.area} tasks name none`;
    report(env, `${place}.models.${at} ${rule}`);
  });
  for (const kind of typeof vendor.cost === 'object' ? Object.keys(vendor.cost) : [])
    if (!kinds.includes(kind)) report(env, `${place}.cost.${kind} must be one of ${kinds.join(', ')}`);
}

/** Undefined when a secret that it names is not set, which is reported. */
function optionsOf(env: Environment, vendor: StatedVendor, place: string): UpstreamOptions[] {
  const secretAt = (text: string, at: string): Secret | undefined => {
    if (!text.startsWith('env:')) return new Secret(text);
    const secret = env.namedSecret(text.slice('env:'.length));
    if (!secret) report(env, `${place}.${at} names a variable that is not set`);
    return secret;
  };
  const [first, ...others] = vendor.keys.flatMap((key, at) => secretAt(key, `keys.${at}`) ?? []);
  const callbackSecret =
    vendor.callback_secret === undefined ? undefined : secretAt(vendor.callback_secret, 'callback_secret');
  if (callbackSecret && vendor.callback_signature_header === undefined)
    if (!STANDARD_SECRET.test(callbackSecret.reveal()))
      report(env, `${place}.callback_secret must be a secret of Standard Webhooks where no header is named`);
  if (first === undefined) return [];
  return [
    {
      vendor: vendor.name,
      provider: vendor.name,
      baseUrl: vendor.base_url.replace(/\/+$/, ''),
      apiKeys: [first, ...others],
      authHeader: vendor.auth_header,
      authScheme: schemeOf(vendor.auth_scheme),
      paths: new Map(Object.entries(vendor.paths)),
      maxConcurrent: vendor.max_concurrent,
      connectTimeoutMs: vendor.connect_timeout_ms,
      firstByteTimeoutMs: vendor.first_byte_timeout_ms,
      timeoutMs: vendor.timeout_ms,
      deadlineSeconds: vendor.deadline_seconds,
      pollSeconds: vendor.poll_seconds,
      isIdempotent: vendor.idempotent,
      isNotTakenOn429: vendor.not_taken_on_429,
      referenceHeader: vendor.reference_header,
      policy: {
        ...(vendor.attempts !== undefined && { maxAttempts: vendor.attempts }),
        ...(vendor.break_after_failures !== undefined && { breakAfterFailures: vendor.break_after_failures }),
        ...(vendor.pause_seconds !== undefined && { halfOpenAfterMs: vendor.pause_seconds * 1_000 }),
      },
      offer: {
        isRanked: true,
        kinds: vendor.kinds && new Set(vendor.kinds),
        models: vendor.models && new Set(vendor.models),
        cost: vendor.cost,
        priority: vendor.priority,
        weight: vendor.weight,
      },
      callbacks: {
        isOn: vendor.callbacks,
        secret: callbackSecret,
        signatureHeader: vendor.callback_signature_header,
      },
      extendSends: vendor.extend_sends,
    },
  ];
}

/** Reports each problem on its own line, also when several areas read the file. */
function report(env: Environment, problem: string): void {
  env.report(`${FILE}: ${problem.slice(0, problem.indexOf(' '))}`, problem.slice(problem.indexOf(' ') + 1));
}
