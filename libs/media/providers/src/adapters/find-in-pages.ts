import { GarbledVendorReply, type Send } from './vendor-adapter.js';

/** Pages in which a lost order is looked for. */
const PAGES_MAX = 10;

export type FoundInPage = {
  /** The vendor's id for the order, if the page has it. */
  id: string | undefined;
  /** Path of the next page, if the order may be there. */
  next: string | undefined;
};

/**
 * Looks for a lost order in a list, the newest first.
 * @returns The vendor's id for it, or undefined when the whole list was read.
 * @throws GarbledVendorReply when the list is too long to know that the order is missing.
 */
export async function findInPages(
  send: Send,
  first: string,
  read: (json: unknown) => FoundInPage,
): Promise<string | undefined> {
  let path: string | undefined = first;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const found: FoundInPage = read((await send({ path })).json);
    if (found.id !== undefined || found.next === undefined) return found.id;
    path = found.next;
  }
  throw new GarbledVendorReply('The list of orders is too long to find one in it');
}
