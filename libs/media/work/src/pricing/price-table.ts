import * as v from 'valibot';
import { hasDecimals, parse } from '#libs/platform/parsing';

const CREDITS_MAX = 1_000_000;
const RATE_DECIMALS = 6;
const VERSION_MAX_CHARS = 100;

function rateTo(max: number) {
  const rule = `must be a number from 0 to ${max} with at most ${RATE_DECIMALS} decimals`;
  const isShort = (rate: number): boolean => hasDecimals(rate, RATE_DECIMALS);
  return v.pipe(v.number(rule), v.minValue(0, rule), v.maxValue(max, rule), v.check(isShort, rule));
}

function entriesOf<Schema extends v.GenericSchema>(schema: Schema) {
  const rule = 'must be an object with entries';
  return v.pipe(
    v.record(v.string(), schema, rule),
    v.check((entries) => Object.keys(entries).length > 0, rule),
  );
}

const creditsRule = `must be a whole number from 0 to ${CREDITS_MAX}`;
/** A price as callers pay it. */
const credits = v.pipe(
  v.number(creditsRule),
  v.integer(creditsRule),
  v.minValue(0, creditsRule),
  v.maxValue(CREDITS_MAX, creditsRule),
);
/** A price per second; the cost of a run is rounded up. */
const rate = rateTo(CREDITS_MAX);
const versionRule = `must be a text of 1 to ${VERSION_MAX_CHARS} characters`;
const object = 'must be an object';
const list = 'must be a list of numbers';

const priceByLength = v.object(
  {
    /** Price of a run of 1 s, 2 s …; longer runs add `perSecond`. */
    first: v.pipe(v.array(credits, list), v.nonEmpty(list)),
    /** For each further second. */
    perSecond: rate,
  },
  object,
);
/** By model, then by resolution; null for what is not for sale. */
const modelPrices = entriesOf(entriesOf(v.nullable(priceByLength)));

const modelPrice = v.object(
  {
    /** For each task, each second made, each thousand characters spoken; their sum is rounded up. */
    perTask: v.optional(rate),
    perSecond: v.optional(rate),
    perThousandCharacters: v.optional(rate),
  },
  object,
);

const priceTable = v.object(
  {
    /** Names the table in quotes; a version never changes its prices. */
    version: v.pipe(
      v.string(versionRule),
      v.nonEmpty(versionRule),
      v.maxLength(VERSION_MAX_CHARS, versionRule),
    ),
    /** Per run, by task kind; null for what is not for sale. */
    image: entriesOf(v.nullable(credits)),
    video: v.object(
      {
        generation: modelPrices,
        extension: modelPrices,
        recommendedPrompt: credits,
        /** Share of the price that an off-peak run costs; rounded up. */
        offPeakShare: rateTo(1),
      },
      object,
    ),
    /** Null for what is not for sale. */
    music: v.object({ perVideoSecond: v.nullable(rate), perTextSecond: v.nullable(rate) }, object),
    /** By task kind, then by model; `*` for all others of the kind. Null for what is not for sale, as what is not there. */
    models: v.optional(v.record(v.string(), v.record(v.string(), v.nullable(modelPrice), object), object)),
  },
  object,
);

export type PriceByLength = v.InferOutput<typeof priceByLength>;
export type ModelPrices = v.InferOutput<typeof modelPrices>;
export type ModelPrice = v.InferOutput<typeof modelPrice>;
export type PriceTable = v.InferOutput<typeof priceTable>;

/** The price table cannot be used, which aborts the start; the message lists all problems. */
export class InvalidPriceTable extends Error {}

/**
 * Checks a table read from a file.
 * @throws InvalidPriceTable naming every wrong place.
 */
export function parsePriceTable(value: unknown): PriceTable {
  const parsed = parse(priceTable, value, 'table');
  if (!parsed.problems) return parsed.output;
  throw new InvalidPriceTable(`The price table is wrong: ${parsed.problems.join('; ')}.`);
}
