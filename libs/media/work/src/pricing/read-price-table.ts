import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { InvalidPriceTable, parsePriceTable, type PriceTable } from './price-table.js';

const OWN_TABLE = path.join('config', 'prices.json');

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

/** The file of the default table, found from this file, whether compiled or not. */
export function ownTable(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, OWN_TABLE)) && folder !== path.dirname(folder))
    folder = path.dirname(folder);
  return path.join(folder, OWN_TABLE);
}
