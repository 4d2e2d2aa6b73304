import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { InvalidPriceTable, parsePriceTable } from './price-table.js';
import { Prices } from './prices.js';

const OWN_TABLE = path.join('config', 'prices.json');

/**
 * Reads the price table.
 * @param file Absent for the one that comes with the service.
 * @throws InvalidPriceTable when the file is absent, not JSON, or wrong.
 */
export function loadPrices(file: string = ownTable()): Prices {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new InvalidPriceTable(`The price table ${file} cannot be read as JSON.`, { cause });
  }
  return new Prices(parsePriceTable(value));
}

/** Compiled or not, this file is some folders below the root of the service. */
function ownTable(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, OWN_TABLE)) && folder !== path.dirname(folder))
    folder = path.dirname(folder);
  return path.join(folder, OWN_TABLE);
}
