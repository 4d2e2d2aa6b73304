import { t } from '@lingui/core/macro';
import { Checkbox, Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react';
import { drawn, isOfNumbers, isSortable, sorted, type Sorting, textOf } from './columns.js';
import type { Column } from './columns.js';
import { count } from './numbers.js';
import classes from './table.module.css';

export type { Column } from './columns.js';

/** Longer lists keep only the rows near the window in the page. */
const LONG = 100;
const ROW_HEIGHT = 57;
const LEAST_HEIGHT = 24;

type Selection = { keys: ReadonlySet<string>; change: (keys: ReadonlySet<string>) => void };

type Props<Row> = {
  /** Describes the rows, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Whether readers may sort the rows by a column. */
  isSortable?: boolean;
  /** Whether there are more rows than are loaded. */
  isPartial?: boolean;
  selection?: Selection | undefined;
};

/** Rows as a table, or as cards in a narrow window. */
export function Rows<Row>(props: Props<Row>): ReactNode {
  const { caption, columns, rows, rowKey, isSortable: canSort = false, isPartial = false, selection } = props;
  const [sorting, setSorting] = useState<Sorting>();
  const shown = sorted(rows, columns, sorting);
  const row = (one: Row, extra?: { ref: Ref<HTMLTableRowElement>; 'data-index': number }): ReactNode => (
    <Table.Tr key={rowKey(one)} {...extra}>
      {selection && <SelectCell name={textOf(columns, one) ?? rowKey(one)} id={rowKey(one)} {...selection} />}
      {columns.map((column, index) => (
        <Cell key={column.title} column={column} row={one} isHead={index === 0} />
      ))}
    </Table.Tr>
  );
  return (
    <div className={classes.wrap}>
      <Table
        className={classes.table}
        verticalSpacing="sm"
        highlightOnHover
        aria-label={caption}
        {...(rows.length > LONG ? { 'aria-rowcount': rows.length + 1 } : {})}
      >
        <Table.Thead>
          <Table.Tr>
            {selection && <SelectAll keys={rows.map(rowKey)} selection={selection} />}
            {columns.map((column) => (
              <Head
                key={column.title}
                column={column}
                {...(canSort && rows.length > 1 && isSortable(column) ? { sorting, setSorting } : {})}
              />
            ))}
          </Table.Tr>
        </Table.Thead>
        {rows.length > LONG ? (
          <LongBody rows={shown} draw={row} />
        ) : (
          <Table.Tbody>{shown.map((one) => row(one))}</Table.Tbody>
        )}
      </Table>
      {sorting && isPartial && (
        <Text
          size="sm"
          c="dimmed"
          p="xs"
          role="status"
        >{t`Only the ${count(rows.length)} rows loaded so far are sorted.`}</Text>
      )}
    </div>
  );
}

function Cell<Row>({ column, row, isHead }: { column: Column<Row>; row: Row; isHead: boolean }): ReactNode {
  const align = isOfNumbers(column) ? 'right' : undefined;
  const shared = {
    'data-title': column.title,
    ta: align,
    children: <div>{drawn(column, row)}</div>,
  } as const;
  return isHead ? <Table.Th scope="row" fw={500} {...shared} /> : <Table.Td data-align={align} {...shared} />;
}

/** The title of a column; with `setSorting` also a button that sorts by it. */
function Head<Row>({
  column,
  sorting,
  setSorting,
}: {
  column: Column<Row>;
  sorting?: Sorting;
  setSorting?: (sorting: Sorting) => void;
}): ReactNode {
  const { title } = column;
  const align = isOfNumbers(column) ? 'right' : undefined;
  if (!setSorting)
    return (
      <Table.Th scope="col" ta={align}>
        {title}
      </Table.Th>
    );
  const isHere = sorting?.title === title;
  const isDown = isHere && sorting.isDown;
  // The greatest and the newest first.
  const startsDown = column.number !== undefined || column.time !== undefined;
  const next = !isHere
    ? { title, isDown: startsDown }
    : isDown === startsDown
      ? { title, isDown: !isDown }
      : undefined;
  const Arrow = !isHere ? IconSelector : isDown ? IconArrowDown : IconArrowUp;
  return (
    <Table.Th scope="col" ta={align} aria-sort={!isHere ? 'none' : isDown ? 'descending' : 'ascending'}>
      <UnstyledButton className={classes.sort} onClick={() => setSorting(next)}>
        {title}
        <Arrow size={14} aria-hidden opacity={isHere ? 1 : 0.5} />
      </UnstyledButton>
    </Table.Th>
  );
}

function SelectCell({ id, name, keys, change }: { id: string; name: string } & Selection): ReactNode {
  const toggled = (): ReadonlySet<string> => {
    const next = new Set(keys);
    if (!next.delete(id)) next.add(id);
    return next;
  };
  return (
    <Table.Td className={classes.select}>
      <Checkbox aria-label={t`Select ${name}`} checked={keys.has(id)} onChange={() => change(toggled())} />
    </Table.Td>
  );
}

function SelectAll({ keys, selection }: { keys: readonly string[]; selection: Selection }): ReactNode {
  const all = keys.every((key) => selection.keys.has(key));
  return (
    <Table.Th className={classes.select}>
      <Checkbox
        aria-label={t`Select all`}
        checked={all}
        indeterminate={!all && selection.keys.size > 0}
        onChange={() => selection.change(new Set(all ? [] : keys))}
      />
    </Table.Th>
  );
}

/** The rows near the window, between two that are as high as the others together. */
function LongBody<Row>({
  rows,
  draw,
}: {
  rows: readonly Row[];
  draw: (row: Row, extra: { ref: Ref<HTMLTableRowElement>; 'data-index': number }) => ReactNode;
}): ReactNode {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    // In a hidden part of a page rows have no height, and all would fit in the window.
    measureElement: (row) => Math.max(row.getBoundingClientRect().height, LEAST_HEIGHT),
    overscan: 15,
    scrollMargin: top,
  });
  const items = virtual.getVirtualItems();
  const before = (items[0]?.start ?? top) - top;
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top);
  return (
    <Table.Tbody ref={body}>
      <Filler height={before} />
      {items.map(({ index }) => {
        const row = rows[index];
        return row === undefined ? null : draw(row, { ref: virtual.measureElement, 'data-index': index });
      })}
      <Filler height={after} />
    </Table.Tbody>
  );
}

function Filler({ height }: { height: number }): ReactNode {
  return (
    height > 0 && (
      <tr aria-hidden style={{ height, padding: 0 }}>
        <td style={{ padding: 0 }} />
      </tr>
    )
  );
}
