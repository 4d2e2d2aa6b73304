import * as v from 'valibot';
import { hasDecimals, parse } from '#libs/platform/parsing';
import { ADAPTERS } from '../adapters/index.js';
import { hasRates, RATES, type VendorCost } from '../terms/vendor-cost.js';
import { VENDOR_CREDITS_DECIMALS } from '../terms/vendor-credits.js';

export const VENDOR_AREAS = ['image', 'video', 'music'] as const;
export type VendorArea = (typeof VENDOR_AREAS)[number];

const VENDORS_MAX = 50;
const KEYS_MAX = 20;
const WEIGHT_MAX = 1_000;
const COST_MAX = 1_000_000;

/** A vendor's name, stored with tasks and part of paths and metrics. */
const VENDOR_NAME = /^[a-z][a-z0-9-]{0,39}$/;
/** Names of the local engines and of the vendors from the settings. */
const TAKEN = new Set(['local', 'upstream', 'imgprov', 'vidprov', 'musprov']);
const HEADER = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;
const headerRule = 'must be the name of a header';
const flagRule = 'must be true or false';

const text = (rule: string, maxLength = 500) =>
  v.pipe(v.string(rule), v.nonEmpty(rule), v.maxLength(maxLength, rule));
const whole = (min: number, max: number) => {
  const rule = `must be a whole number from ${min} to ${max}`;
  return v.pipe(v.number(rule), v.integer(rule), v.minValue(min, rule), v.maxValue(max, rule));
};
const listOf = (what: string) => {
  const rule = `must be a list of ${what}`;
  return v.pipe(v.array(text(rule), rule), v.nonEmpty(rule));
};

const nameRule = 'must be lower-case letters, digits and hyphens, 1 to 40 of them, and begin with a letter';
const urlRule = 'must be an absolute http or https URL';
const pathRule = 'must be a path that begins with /';
const keysRule = `must be a list of 1 to ${KEYS_MAX} keys, each a text, env:NAME or file:PATH`;
const amountRule = `must be a number from 0 to ${COST_MAX} with at most ${VENDOR_CREDITS_DECIMALS} decimals`;
const amount = v.pipe(
  v.number(amountRule),
  v.minValue(0, amountRule),
  v.maxValue(COST_MAX, amountRule),
  v.check((value) => hasDecimals(value, VENDOR_CREDITS_DECIMALS), amountRule),
);
const rates = v.strictObject(
  { per_task: v.optional(amount), per_second: v.optional(amount), per_megapixel: v.optional(amount) },
  `is not one of ${RATES.join(', ')}`,
);
const cost: v.GenericSchema<unknown, VendorCost> = v.lazy((value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return amount;
  return hasRates(value) ? rates : v.record(v.string(), cost);
});
const currencyRule = 'must be a currency code of ISO 4217, such as USD';
const currency = v.picklist(Intl.supportedValuesOf('currency'), currencyRule);
const worthRule = `must be a number above 0, to ${COST_MAX}`;
const worth = v.pipe(v.number(worthRule), v.gtValue(0, worthRule), v.maxValue(COST_MAX, worthRule));

const objectRule = ({ expected }: { expected: string | null }) =>
  expected === 'never' ? 'is not a field of the file' : 'must be an object';

const ADAPTER_NAMES = ADAPTERS.map(({ facts }) => facts.name);
const modelRule = 'must be the name of a model';
const modelsRule = 'must be a list of models, or an object from ours to those of the vendor';
const kindsRule =
  'must be a list of kinds, or an object that says for each how it is ordered: model, input, workflow';
const recipe = v.strictObject(
  {
    model: v.optional(text(modelRule)),
    input: v.optional(v.record(v.string(), v.unknown(), 'must be an object of fields')),
    workflow: v.optional(text('must be the path of a JSON file')),
  },
  objectRule,
);

const fieldRule =
  'must be a JSON Schema of one value: type, title, description, enum, default, and its limits';
const limit = v.optional(v.number(fieldRule));
const field = v.strictObject(
  {
    type: v.optional(v.picklist(['string', 'integer', 'number', 'boolean'], fieldRule)),
    title: v.optional(text(fieldRule)),
    description: v.optional(text(fieldRule)),
    enum: v.optional(v.array(v.union([v.string(), v.number()], fieldRule), fieldRule)),
    default: v.optional(v.union([v.string(), v.number(), v.boolean()], fieldRule)),
    ...{ minimum: limit, maximum: limit, multipleOf: limit, minLength: limit, maxLength: limit },
    pattern: v.optional(v.pipe(v.string(fieldRule), v.check(isPattern, fieldRule))),
  },
  objectRule,
);
const model = v.strictObject(
  { ...recipe.entries, fields: v.optional(v.record(v.string(), field, 'must be an object of fields')) },
  objectRule,
);
const models = v.strictObject(
  { models: v.record(text(modelRule), model, 'must be an object of models, each as callers name it') },
  objectRule,
);

const vendor = v.strictObject(
  {
    name: v.pipe(
      v.string(nameRule),
      v.regex(VENDOR_NAME, nameRule),
      v.check((name) => !TAKEN.has(name), 'must not be a name that the service uses itself'),
    ),
    adapter: v.optional(v.picklist(ADAPTER_NAMES, `must be one of ${ADAPTER_NAMES.join(', ')}`)),
    area: v.optional(v.picklist(VENDOR_AREAS, `must be one of ${VENDOR_AREAS.join(', ')}`)),
    base_url: v.optional(v.pipe(v.string(urlRule), v.check(isHttpUrl, urlRule))),
    keys: v.optional(
      v.pipe(v.array(text(keysRule), keysRule), v.nonEmpty(keysRule), v.maxLength(KEYS_MAX, keysRule)),
    ),
    auth_header: v.optional(v.pipe(v.string(headerRule), v.regex(HEADER, headerRule))),
    auth_scheme: v.optional(text('must be a word, or none', 64)),
    paths: v.optional(
      v.record(v.string(), v.pipe(text(pathRule), v.startsWith('/', pathRule)), 'must be an object of paths'),
      {},
    ),
    kinds: v.optional(
      v.union(
        [
          listOf('kinds'),
          v.record(
            v.string(),
            v.lazy((value) => (hasModels(value) ? models : recipe)),
          ),
        ],
        kindsRule,
      ),
    ),
    models: v.optional(v.union([listOf('models'), v.record(v.string(), text(modelRule))], modelsRule)),
    inputs: v.optional(v.picklist(['link', 'base64'], 'must be link or base64')),
    cost: v.optional(cost),
    currency: v.optional(currency),
    credit: v.optional(worth),
    priority: v.optional(whole(0, 1_000), 0),
    weight: v.optional(whole(0, WEIGHT_MAX)),
    max_concurrent: v.optional(whole(1, 1_000), 8),
    connect_timeout_ms: v.optional(whole(100, 60_000)),
    first_byte_timeout_ms: v.optional(whole(100, 600_000)),
    timeout_ms: v.optional(whole(100, 600_000), 30_000),
    deadline_seconds: v.optional(whole(1, 604_800), 3_600),
    poll_seconds: v.optional(whole(0, 600), 1),
    attempts: v.optional(whole(1, 10)),
    break_after_failures: v.optional(whole(1, 1_000)),
    pause_seconds: v.optional(whole(1, 3_600)),
    idempotent: v.optional(v.boolean(flagRule), false),
    not_taken_on_429: v.optional(v.boolean(flagRule), false),
    reference_header: v.optional(v.pipe(v.string(headerRule), v.regex(HEADER, headerRule))),
    extend_sends: v.optional(v.picklist(['both', 'url'], 'must be both or url'), 'both'),
    callbacks: v.optional(v.boolean(flagRule), false),
    callback_secret: v.optional(text('must be a text, env:NAME or file:PATH')),
    callback_signature_header: v.optional(v.pipe(v.string(headerRule), v.regex(HEADER, headerRule))),
  },
  objectRule,
);

const namesRule = 'must have names that differ';
const file = v.strictObject(
  {
    vendors: v.pipe(
      v.array(vendor, 'must be a list of vendors'),
      v.maxLength(VENDORS_MAX, `must be ${VENDORS_MAX} at most`),
      v.check((vendors) => new Set(vendors.map(({ name }) => name)).size === vendors.length, namesRule),
    ),
    currencies: v.optional(v.record(currency, worth, 'must be an object of currencies')),
  },
  objectRule,
);

export type StatedVendor = v.InferOutput<typeof vendor>;
export type StatedRecipe = v.InferOutput<typeof model>;
export type VendorsFile = v.InferOutput<typeof file>;

/** The file's JSON, or what is wrong with it: every place and its rule, never a value. */
export function parseVendors(
  value: unknown,
): (VendorsFile & { problems?: undefined }) | { problems: string[] } {
  const parsed = parse(file, value);
  return parsed.problems ? { problems: parsed.problems } : parsed.output;
}

function hasModels(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'models' in value;
}

function isPattern(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern, 'u'));
  } catch {
    return false;
  }
}

function isHttpUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
