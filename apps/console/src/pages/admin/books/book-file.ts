import type { ReconciliationRequest, VendorBookEntry } from '@atelier/client';

/** The names that a vendor may give to the list of its orders, and to an order. */
const LISTS = ['entries', 'orders'] as const;
const IDS = ['vendor_id', 'order_id', 'id'] as const;

/**
 * What a file of a vendor says, for the API: CSV as it is; JSON as its entries, of which only the names and credits are sent.
 * @throws Error saying what is wrong with the file.
 */
export async function readBook(file: File): Promise<ReconciliationRequest> {
  const text = await file.text();
  if (!/^\s*[[{]/.test(text)) return { csv: text };
  let book: unknown;
  try {
    book = JSON.parse(text);
  } catch {
    throw new Error(`${file.name} begins like JSON, but is none.`);
  }
  const list = isObject(book) ? LISTS.map((name) => book[name]).find(Array.isArray) : book;
  if (!Array.isArray(list))
    throw new Error(`${file.name} must be a list of orders, or have one as "entries" or "orders".`);
  return { entries: list.map(entryOf) };
}

/** What is no entry is sent as it is: the API says which one, and why. */
function entryOf(row: unknown): VendorBookEntry {
  if (!isObject(row)) return row as VendorBookEntry;
  const id = IDS.map((name) => row[name]).find((value) => value !== undefined && value !== null);
  const { reference, credits } = row;
  return {
    ...(reference === undefined || reference === null ? {} : { reference }),
    ...(id === undefined ? {} : { vendor_id: typeof id === 'number' ? String(id) : id }),
    credits,
  } as VendorBookEntry;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
