import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '#libs/platform/database';
import { InvalidPriceTable, parsePriceTable, type PriceTable } from './price-table.js';
import { PriceTablesRepository } from './price-tables.repository.js';
import { Prices } from './prices.js';

/** An entry of a file, before and after; null where there is none. */
export type FileChange = { name: string; before: string | null; after: string | null };
/** What is wrong with a file, or what it would change. */
export type FileTrial = { problems: readonly string[]; changes: FileChange[] };

/** Tells what a text would change if it were the price table. */
@Injectable()
export class PriceTrial {
  constructor(
    private readonly prices: Prices,
    private readonly tables: PriceTablesRepository,
  ) {}

  async read(text: string): Promise<FileTrial> {
    try {
      const table = await this.checked(text);
      return { problems: [], changes: changesOf(this.prices.current, table) };
    } catch (error) {
      if (error instanceof InvalidPriceTable) return { problems: [error.message], changes: [] };
      throw error;
    }
  }

  /** @throws InvalidPriceTable */
  private async checked(text: string): Promise<PriceTable> {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      throw new InvalidPriceTable(`The price table is no JSON: ${(cause as Error).message}`, { cause });
    }
    const table = parsePriceTable(value);
    this.prices.requireComplete(table);
    await this.tables.requireNew(NO_TRANSACTION, table);
    return table;
  }
}

function changesOf(before: PriceTable, after: PriceTable): FileChange[] {
  const [was, is] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [before = null, after = null] = [was.get(name), is.get(name)];
    return before === after ? [] : [{ name, before, after }];
  });
}

/** `video.generation.vq2.720p` and its price, for each. */
function leavesOf(value: unknown, name = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map([[name, String(value)]]);
  const prefix = name === '' ? '' : `${name}.`;
  return new Map(Object.entries(value).flatMap(([key, part]) => [...leavesOf(part, `${prefix}${key}`)]));
}
