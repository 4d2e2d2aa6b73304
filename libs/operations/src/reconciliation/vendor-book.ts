import { invalidFields } from '#libs/platform/http';
import { hasDecimals } from '#libs/platform/parsing';
import { VENDOR_CREDITS_DECIMALS, VENDOR_CREDITS_MAX } from '#libs/media/providers';

export type BookEntry = {
  /** Our reference, as sent with the order. */
  reference?: string;
  /** The vendor's id for the order. */
  vendorId?: string;
  credits: number;
};

export const ENTRIES_MAX = 20_000;

const CELL = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y;
const DECIMAL = /^\d+(\.\d+)?$/;
const CREDITS_RULE = `a number from 0 to ${VENDOR_CREDITS_MAX} with at most ${VENDOR_CREDITS_DECIMALS} decimals`;
const ID_NAMES = ['vendor_id', 'order_id', 'id'];

/**
 * Reads a book from CSV (RFC 4180) with a header line: `credits`, and `reference`, `vendor_id` (or `order_id`, `id`),
 * or both. Ignores other columns.
 * @throws InvalidRequest naming the line and the rule.
 */
export function readCsvBook(text: string): BookEntry[] {
  const [names = [], ...lines] = cellsOf(text.replace(/^\uFEFF/, ''));
  const columns = names.map((name) => name.trim().toLowerCase());
  const at = (...wanted: readonly string[]) => columns.findIndex((column) => wanted.includes(column));
  const [reference, vendorId, credits] = [at('reference'), at(...ID_NAMES), at('credits')];
  if (credits < 0 || (reference < 0 && vendorId < 0))
    throw invalidFields(['csv must begin with a header line with credits and with reference or vendor_id']);
  if (lines.length > ENTRIES_MAX) throw invalidFields([`csv must have at most ${ENTRIES_MAX} lines`]);
  return lines.map((cells, index) => {
    const billed = creditsOf(cells[credits] ?? '');
    if (billed === undefined)
      throw invalidFields([`line ${index + 2} of csv must have credits, ${CREDITS_RULE}`]);
    const entry = {
      ...(cells[reference] && { reference: cells[reference] }),
      ...(cells[vendorId] && { vendorId: cells[vendorId] }),
      credits: billed,
    };
    if (!entry.reference && !entry.vendorId)
      throw invalidFields([`line ${index + 2} of csv must have a reference or a vendor_id`]);
    return entry;
  });
}

function creditsOf(cell: string): number | undefined {
  const text = cell.trim();
  const credits = Number(text);
  const isGood =
    DECIMAL.test(text) && credits <= VENDOR_CREDITS_MAX && hasDecimals(credits, VENDOR_CREDITS_DECIMALS);
  return isGood ? credits : undefined;
}

/** The non-empty lines, as cells without their quotes. */
function cellsOf(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const [all = '', cell = '', end = ''] = CELL.exec(text) ?? [];
    if (all === '') throw invalidFields([`line ${lines.length + 1} of csv must have its quotes closed`]);
    line.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === ',' && CELL.lastIndex < text.length) continue;
    if (line.length > 1 || line[0] !== '') lines.push(line);
    line = [];
  }
  return lines;
}
