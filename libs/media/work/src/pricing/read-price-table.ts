import { readFileSync } from 'node:fs';
import { shippedFile } from '#libs/platform/config';
import { InvalidPriceTable, parsePriceTable, type PriceTable } from './price-table.js';

/** @throws InvalidPriceTable when the file is absent, not JSON, or wrong. */
export function readPriceTable(file: string): PriceTable {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new InvalidPriceTable(`The price table ${file} cannot be read as JSON.`, { cause });
  }
  return parsePriceTable(value);
}

/** The file of the default table. */
export function ownTable(): string {
  return shippedFile('prices.json');
}
