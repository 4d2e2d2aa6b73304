/** The bell curve's place that one of a hundred passes. */
const P99 = 2.326;
const FORMS = {
  fixed: { numbers: 1, draw: (_, value) => value },
  uniform: { numbers: 2, draw: (random, least, most) => random.between(least, most) },
  lognormal: {
    numbers: 2,
    draw: (random, median, p99) => median * Math.exp((Math.log(p99 / median) / P99) * bell(random)),
  },
};
const RULE =
  'must be like `fixed 5`, `uniform 5 50` (least, most) or `lognormal 20 800` (median, 99th percentile)';

/**
 * Reads how a number is spread, such as `uniform 5 50`.
 * @returns What draws one with a `Random`.
 * @throws Error naming the rule.
 */
export function distribution(text) {
  const [form, ...words] = String(text).trim().split(/\s+/);
  const numbers = words.map(Number);
  const known = Object.hasOwn(FORMS, form) ? FORMS[form] : undefined;
  const isGood = known?.numbers === numbers.length && numbers.every((number) => number >= 0);
  if (!isGood || (form === 'lognormal' && Math.min(...numbers) === 0)) throw new Error(RULE);
  return (random) => known.draw(random, ...numbers);
}

/** A number of the bell curve (Box and Muller). */
function bell(random) {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
