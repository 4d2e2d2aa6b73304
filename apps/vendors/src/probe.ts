import { answerOf, isVendorFailure } from '#libs/media/providers';
import { OutboundError } from '#libs/platform/outbound';
import { answerIn, fixturesOf } from './fixtures.js';
import type { OpenedVendor } from './opened-vendor.js';

/** @returns 1 when an answer has another shape than before, 2 when a vendor could not be asked, else 0. */
export async function probe(vendors: readonly OpenedVendor[]): Promise<number> {
  const results: number[] = [];
  for (const vendor of vendors) {
    const { code, words } = await asked(vendor);
    console.log(`${vendor.options.vendor}: ${words}`);
    results.push(code);
  }
  return results.includes(1) ? 1 : Math.max(0, ...results);
}

async function asked(vendor: OpenedVendor): Promise<{ code: number; words: string }> {
  const { adapter, client, options } = vendor;
  const call = adapter.freeCall;
  if (!call) return { code: 0, words: 'has no call that costs nothing' };
  try {
    const { json } = await client.send({ path: call.path }, AbortSignal.timeout(options.timeoutMs));
    call.read(json);
    const expected = answerIn(fixturesOf(options.adapter), call.path);
    if (expected === undefined) return { code: 0, words: 'is understood; no fixture has its fields' };
    const [known, found] = [fieldsOf(expected), fieldsOf(json)];
    const changes = [
      ...[...known.difference(found)].map((field) => `no longer ${field}`),
      ...[...found.difference(known)].map((field) => `now ${field}`),
    ];
    return changes.length === 0
      ? { code: 0, words: 'answers as before' }
      : { code: 1, words: `the shape has changed: ${changes.join(', ')}` };
  } catch (error) {
    if (!isVendorFailure(error)) throw error;
    const isShape = !(error instanceof OutboundError) || error.code === 'bad_reply';
    const words = answerOf(error, options);
    return isShape ? { code: 1, words: `the shape has changed: ${words}` } : { code: 2, words };
  }
}

/** The places of all fields, such as `data[].id`. */
function fieldsOf(value: unknown, place = ''): Set<string> {
  if (Array.isArray(value))
    return value.reduce<Set<string>>((all, entry) => all.union(fieldsOf(entry, `${place}[]`)), new Set());
  if (typeof value !== 'object' || value === null) return new Set();
  return Object.entries(value).reduce((all, [name, inner]) => {
    const own = place === '' ? name : `${place}.${name}`;
    return all.add(own).union(fieldsOf(inner, own));
  }, new Set<string>());
}
