import { locale } from '#language';
import type { ReactNode } from 'react';
import { count } from './numbers.js';
import { StatusBadge } from './status-badge.js';
import { Time } from './time.js';

/**
 * A column: what it shows is a text, a number, a time or a status, by which readers may sort. `cell` draws it another
 * way, or alone: what cannot be sorted. The first column names the row.
 */
export type Column<Row> = {
  title: string;
  text?: (row: Row) => string | null | undefined;
  number?: (row: Row) => number | null | undefined;
  time?: (row: Row) => string | null | undefined;
  status?: (row: Row) => string;
  cell?: (row: Row) => ReactNode;
  /** Buttons, alone in their column; in a narrow window they are folded. */
  acts?: (row: Row) => ReactNode;
  /** Which rows show it in a narrow window, where each row is a card. Otherwise those that have a value. */
  narrow?: false | ((row: Row) => boolean);
  /** Right, for numbers that `cell` alone draws. */
  align?: 'right';
};

/** The column that is sorted by. */
export type Sorting = { title: string; isDown: boolean } | undefined;

const words = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });

export function drawn<Row>({ cell, text, number, time, status }: Column<Row>, row: Row): ReactNode {
  if (cell) return cell(row);
  if (time) return <Time value={time(row)} />;
  if (status) return <StatusBadge status={status(row)} />;
  if (text) return text(row) || '–';
  const value = number?.(row);
  return typeof value === 'number' ? count(value) : '–';
}

export function isOfNumbers<Row>({ number, align }: Column<Row>): boolean {
  return number !== undefined || align === 'right';
}

export function isSortable<Row>(column: Column<Row>): boolean {
  return valueOf(column) !== undefined;
}

export function isInCard<Row>(column: Column<Row>, row: Row): boolean {
  if (column.acts) return Boolean(column.acts(row));
  if (column.narrow !== undefined) return column.narrow && column.narrow(row);
  return drawn(column, row) !== '–' && !isNothing((valueOf(column) ?? (() => 0))(row));
}

/** What rows are sorted by. */
function valueOf<Row>({ text, number, time, status }: Column<Row>): ((row: Row) => Value) | undefined {
  return text ?? number ?? time ?? status;
}

/** The name of a row: the text of its first column. */
export function textOf<Row>([first]: readonly Column<Row>[], row: Row): string | undefined {
  return first?.text?.(row) ?? undefined;
}

export function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting,
): readonly Row[] {
  const column = columns.find(({ title }) => title === sorting?.title);
  if (!column || !sorting) return rows;
  const value = valueOf(column) ?? (() => undefined);
  return rows.toSorted((one, other) => compared(value(one), value(other), sorting.isDown));
}

type Value = string | number | null | undefined;

/** Rows without a value are last in both directions. */
function compared(one: Value, other: Value, isDown: boolean): number {
  if (isNothing(one) || isNothing(other)) return Number(isNothing(one)) - Number(isNothing(other));
  const order =
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : words.compare(String(one), String(other));
  return isDown ? -order : order;
}

function isNothing(value: Value): value is '' | null | undefined {
  return value === null || value === undefined || value === '';
}
