import type { ReconciliationRequest, VendorBookEntry } from '@atelier/client/api';

/** Names of the list of orders, and of an order's id, in vendors' files. */
const LISTS = ['entries', 'orders'] as const;
const IDS = ['vendor_id', 'order_id', 'id'] as const;

/**
 * The contents of a vendor's file for the API: CSV as it is; JSON as its entries, reduced to ids and credits.
 * @throws Error saying what is wrong with the file.
 */
export async function readBook(file: File): Promise<ReconciliationRequest> {
  const text = await file.text();
  if (!/^\s*[[{]/.test(text)) return { csv: text };
  let book: unknown;
  try {
    book = JSON.parse(text);
  } catch {
    throw new Error(`${file.name} begins like JSON, but is not valid JSON.`);
  }
  const list = isObject(book) ? LISTS.map((name) => book[name]).find(Array.isArray) : book;
  if (!Array.isArray(list))
    throw new Error(`${file.name} must be a list of orders, or have one as "entries" or "orders".`);
  return { entries: list.map(entryOf) };
}

/** Anything that is no entry is sent as it is: the API says which one is wrong, and why. */
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
