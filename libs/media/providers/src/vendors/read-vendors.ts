import { type Environment, Secret } from '#libs/platform/config';
import { type AdapterClass, adapterAt, adapterOf, problemsOf } from '../adapters/index.js';
import { isModelKind } from '../terms/model-kinds.js';
import { recipeName, schemeOf, type UpstreamOptions, type VendorRecipe } from '../terms/upstream-options.js';
import { NamedFiles } from './named-files.js';
import { readUpstreamOptions } from './read-upstream-options.js';
import { statedSecret } from './stated-secret.js';
import { STANDARD_SECRET } from '../terms/callback-signature.js';
import { hasRates } from '../terms/vendor-cost.js';
import { moneyOf, type VendorMoney } from './vendor-money.js';
import {
  parseVendors,
  type StatedRecipe,
  type StatedVendor,
  VENDOR_AREAS,
  type VendorArea,
  type VendorsFile,
} from './vendors-file.js';

const FILE = 'VENDORS_FILE';
const DESCRIPTION =
  'JSON file of vendors, in addition to or in place of those of `IMGPROV_`, `VIDPROV_` and `MUSPROV_`; docs/vendors.md describes its format. It is read again when it changes.';

/** What distinguishes an area of media for its vendors. */
export type AreaOfVendors = {
  /** As the vendors file calls it; absent for kinds that only vendors with an adapter of their own do. */
  area?: VendorArea;
  /** Prefix of the settings of its one vendor, such as `IMGPROV`; absent if only the vendors file has vendors for it. */
  prefix?: string;
  kinds: readonly string[];
  /** Absent if tasks of the area name no model. */
  models?: readonly string[];
};

/** The vendors of an area at the start. */
export type AreaVendors = {
  area: AreaOfVendors;
  /** The one from the settings, called `upstream`. */
  ofSettings: UpstreamOptions | undefined;
  ofFile: readonly UpstreamOptions[];
};

/** All of them. */
export function upstreamsOf({ ofSettings, ofFile }: Omit<AreaVendors, 'area'>): UpstreamOptions[] {
  return [...(ofSettings ? [ofSettings] : []), ...ofFile];
}

/** What the vendors file says, unchecked for its areas. */
export type VendorsReading = { stated: VendorsFile; files: NamedFiles };

export function readVendors(env: Environment, area: AreaOfVendors): AreaVendors {
  const ofSettings = area.prefix === undefined ? undefined : readUpstreamOptions(env, area.prefix);
  if (ofSettings) reportUnfit(env, area, ofSettings);
  const reading = readVendorsFile(env);
  return { area, ofSettings, ofFile: reading ? vendorsOfArea(env, area, reading) : [] };
}

export function vendorsFilePath(env: Environment): string | undefined {
  return env.optionalText(FILE, { description: DESCRIPTION, rule: 'path of a file' });
}

/** Undefined where there is no such file. */
export function readVendorsFile(env: Environment): VendorsReading | undefined {
  const file = vendorsFilePath(env);
  if (file === undefined) return undefined;
  const files = new NamedFiles(file);
  return { stated: readFile(env, files), files };
}

/** What a text would say in place of the vendors file. */
export function readVendorsText(env: Environment, text: string): VendorsReading {
  const files = new NamedFiles(vendorsFilePath(env) ?? 'vendors.json', text);
  return { stated: readFile(env, files), files };
}

/** The vendors of the file that work for an area. What is wrong with them is reported. */
export function vendorsOfArea(
  env: Environment,
  area: AreaOfVendors,
  { stated: { vendors, currencies }, files }: VendorsReading,
): UpstreamOptions[] {
  return vendors.flatMap((vendor, index) => {
    const place = `vendors.${index}`;
    const adapter = adapterFor(env, vendor, place);
    if (!adapter || !isOfArea(adapter, vendor, area)) return [];
    reportUnknown(env, area, adapter, vendor, place);
    const { money, problems: ofMoney } = moneyOf(vendor, adapter.facts, currencies);
    const options = optionsOf(env, adapter, vendor, money, place, files);
    const ofAdapter = options ? problemsOf(adapter, options) : [];
    for (const problem of [...ofMoney, ...ofAdapter]) report(env, `${place}.${problem}`);
    return options ?? [];
  });
}

/** Some adapters need more than settings can say, or do nothing of an area. */
function reportUnfit(env: Environment, { prefix, kinds }: AreaOfVendors, options: UpstreamOptions): void {
  const adapter = adapterOf(options.adapter);
  if (!adapter?.kinds.some((kind) => kinds.includes(kind)))
    env.report(`${prefix}_ADAPTER`, `must not be ${options.adapter}, which does none of ${kinds.join(', ')}`);
  else if (problemsOf(adapter, options).length > 0)
    env.report(`${prefix}_ADAPTER`, `must not be ${options.adapter}, which needs an entry in ${FILE}`);
}

/** A vendor whose API is not ours is never taken for one whose is: its answers would leave orders in doubt. */
function adapterFor(env: Environment, vendor: StatedVendor, place: string): AdapterClass | undefined {
  const { adapter = 'native', base_url: url } = vendor;
  const known = adapterAt(url)?.facts.name;
  if (known !== undefined && vendor.adapter === undefined) {
    report(env, `${place}.adapter must be stated: this is the address of ${known}`);
    return undefined;
  }
  const found = adapterOf(adapter);
  if (found?.facts.needsArea && vendor.area === undefined)
    report(env, `${place}.area must be one of ${VENDOR_AREAS.join(', ')}`);
  if (url === undefined && found?.facts.baseUrl === undefined)
    report(env, `${place}.base_url must be stated for ${adapter}`);
  if (vendor.keys === undefined && !found?.facts.isOpen)
    report(env, `${place}.keys must be a list of keys, each a text, env:NAME or file:PATH`);
  return found;
}

/** An adapter may work for several areas, with one key. */
function isOfArea({ kinds }: AdapterClass, vendor: StatedVendor, area: AreaOfVendors): boolean {
  if (vendor.area !== undefined) return vendor.area === area.area;
  return kinds.some((kind) => area.kinds.includes(kind));
}

const NO_VENDORS: VendorsFile = { vendors: [] };

function readFile(env: Environment, files: NamedFiles): VendorsFile {
  let value: unknown;
  try {
    value = JSON.parse(files.own());
  } catch {
    env.report(FILE, 'must name a file that can be read as JSON');
    return NO_VENDORS;
  }
  const parsed = parseVendors(value);
  for (const problem of parsed.problems ?? []) report(env, problem);
  return parsed.problems ? NO_VENDORS : parsed;
}

function reportUnknown(
  env: Environment,
  area: AreaOfVendors,
  adapter: AdapterClass,
  vendor: StatedVendor,
  place: string,
): void {
  const { models = [] } = area;
  const kinds =
    vendor.area === undefined ? adapter.kinds : area.kinds.filter((kind) => adapter.kinds.includes(kind));
  const stated = Array.isArray(vendor.kinds)
    ? vendor.kinds.map((kind, at) => [kind, at] as const)
    : Object.keys(vendor.kinds ?? {}).map((kind) => [kind, kind] as const);
  for (const [kind, at] of stated) {
    if (!kinds.includes(kind)) report(env, `${place}.kinds.${at} must be one of ${kinds.join(', ')}`);
    const hasModels = !Array.isArray(vendor.kinds) && 'models' in (vendor.kinds?.[kind] ?? {});
    if (isModelKind(kind) && !hasModels)
      report(env, `${place}.kinds.${at} must be an object with models: callers name one for ${kind}`);
    if (!isModelKind(kind) && hasModels)
      report(
        env,
        `${place}.kinds.${at}.models must not be there: callers name no model of a vendor for ${kind}`,
      );
  }
  const ours = Array.isArray(vendor.models)
    ? vendor.models.map((model, at) => [model, at] as const)
    : Object.keys(vendor.models ?? {}).map((model) => [model, model] as const);
  for (const [model, at] of vendor.area === undefined && models.length === 0 ? [] : ours) {
    if (models.includes(model)) continue;
    const rule =
      models.length > 0
        ? `must be one of ${models.join(', ')}`
        : `must not be there: ${area.area} tasks name none`;
    report(env, `${place}.models.${at} ${rule}`);
  }
  const { cost } = vendor;
  for (const kind of typeof cost === 'object' && !hasRates(cost) ? Object.keys(cost) : [])
    if (!kinds.includes(kind)) report(env, `${place}.cost.${kind} must be one of ${kinds.join(', ')}`);
}

function recipesOf(
  env: Environment,
  { kinds }: StatedVendor,
  place: string,
  files: NamedFiles,
): Map<string, VendorRecipe> {
  if (kinds === undefined || Array.isArray(kinds)) return new Map();
  const stated = Object.entries(kinds).flatMap(
    ([kind, recipe]): (readonly [string, StatedRecipe, string])[] =>
      'models' in recipe
        ? Object.entries(recipe.models).map(([model, one]) => {
            return [recipeName(kind, model), { model, ...one }, `${kind}.models.${model}`] as const;
          })
        : [[kind, recipe, kind]],
  );
  return new Map(
    stated.map(([name, recipe, at]) => [name, recipeFrom(env, recipe, `${place}.kinds.${at}`, files)]),
  );
}

function recipeFrom(
  env: Environment,
  { workflow, ...recipe }: StatedRecipe,
  place: string,
  files: NamedFiles,
): VendorRecipe {
  if (workflow === undefined) return recipe;
  try {
    return { ...recipe, workflow: JSON.parse(files.read(workflow)) as Record<string, unknown> };
  } catch {
    report(env, `${place}.workflow must name a file that can be read as JSON`);
    return recipe;
  }
}

/** Undefined when a secret that it names is missing, which is reported. */
function optionsOf(
  env: Environment,
  { facts }: AdapterClass,
  vendor: StatedVendor,
  money: VendorMoney,
  place: string,
  files: NamedFiles,
): UpstreamOptions | undefined {
  const secretAt = (text: string, at: string): Secret | undefined => {
    const { secret, problem } = statedSecret(text, env, files);
    if (problem !== undefined) report(env, `${place}.${at} ${problem}`);
    return secret;
  };
  const keys = vendor.keys?.flatMap((key, at) => secretAt(key, `keys.${at}`) ?? []);
  const [first, ...others] = keys ?? (facts.isOpen ? [new Secret('')] : []);
  const callbackSecret =
    vendor.callback_secret === undefined ? undefined : secretAt(vendor.callback_secret, 'callback_secret');
  if (callbackSecret && vendor.callback_signature_header === undefined && !facts.hasPlainSecret)
    if (!STANDARD_SECRET.test(callbackSecret.reveal()))
      report(env, `${place}.callback_secret must be a secret of Standard Webhooks where no header is named`);
  const baseUrl = vendor.base_url ?? facts.baseUrl;
  if (first === undefined || baseUrl === undefined) return undefined;
  const { kinds, models } = vendor;
  const [usualHeader, usualScheme] = facts.auth ?? ['Authorization', 'Bearer'];
  return {
    vendor: vendor.name,
    provider: vendor.name,
    adapter: facts.name,
    recipes: recipesOf(env, vendor, place, files),
    models: models && !Array.isArray(models) ? new Map(Object.entries(models)) : undefined,
    inputs: vendor.inputs,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    apiKeys: [first, ...others],
    authHeader: vendor.auth_header ?? usualHeader,
    authScheme: schemeOf(vendor.auth_scheme ?? usualScheme),
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
      kinds: kinds && new Set(Array.isArray(kinds) ? kinds : Object.keys(kinds)),
      models: models && new Set(Array.isArray(models) ? models : Object.keys(models)),
      cost: vendor.cost,
      ...money,
      priority: vendor.priority,
      weight: vendor.weight,
    },
    callbacks: {
      isOn: vendor.callbacks,
      secret: callbackSecret,
      isPlainSecret: facts.hasPlainSecret ?? false,
      signatureHeader: vendor.callback_signature_header,
    },
    extendSends: vendor.extend_sends,
  };
}

/** Reports each problem on its own line, also when several areas read the file. */
function report(env: Environment, problem: string): void {
  env.report(`${FILE}: ${problem.slice(0, problem.indexOf(' '))}`, problem.slice(problem.indexOf(' ') + 1));
}
