import * as v from 'valibot';
import { parse } from '#libs/platform/parsing';

const CREDITS_MAX = 1_000_000;

function numberTo(max: number) {
  const rule = `must be a number from 0 to ${max}`;
  return v.pipe(v.number(rule), v.minValue(0, rule), v.maxValue(max, rule));
}

function entriesOf<Schema extends v.GenericSchema>(schema: Schema) {
  const rule = 'must be an object with entries';
  return v.pipe(
    v.record(v.string(), schema, rule),
    v.check((entries) => Object.keys(entries).length > 0, rule),
  );
}

const credits = numberTo(CREDITS_MAX);
const object = 'must be an object';
const list = 'must be a list of numbers';

/** What a run of some length costs. */
const priceByLength = v.object(
  {
    /** Price of a run of 1 s, 2 s …; a longer run goes on from the last. */
    first: v.pipe(v.array(credits, list), v.nonEmpty(list)),
    /** For each second after those. */
    perSecond: credits,
  },
  object,
);
/** By model, then by resolution; null for what is not on sale. */
const modelPrices = entriesOf(entriesOf(v.nullable(priceByLength)));

const priceTable = v.object(
  {
    /** Names the table in quotes, so that a change of prices can be seen. */
    version: v.pipe(v.string('must be a text'), v.nonEmpty('must be a text')),
    /** Per run, by task kind; null for what is not on sale. */
    image: entriesOf(v.nullable(credits)),
    video: v.object(
      {
        generation: modelPrices,
        extension: modelPrices,
        /** Added for a recommended prompt. */
        recommendedPrompt: credits,
        /** Share of the price that an off-peak run costs; the result is rounded up. */
        offPeakShare: numberTo(1),
      },
      object,
    ),
    /** Null for what is not on sale. */
    music: v.object({ perVideoSecond: v.nullable(credits), perTextSecond: v.nullable(credits) }, object),
  },
  object,
);

/** What a run of some length costs. */
export type PriceByLength = v.InferOutput<typeof priceByLength>;
/** Prices by model, then by resolution; null for what is not on sale. */
export type ModelPrices = v.InferOutput<typeof modelPrices>;
/** Every price of the service, in credits. */
export type PriceTable = v.InferOutput<typeof priceTable>;

/** Thrown when a price table cannot be used, which ends the start; the message lists all that is wrong. */
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
