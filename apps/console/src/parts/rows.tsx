import { t } from '@lingui/core/macro';
import { useDisclosure } from '@mantine/hooks';
import { ActionIcon, Checkbox, Group, NativeSelect, Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots, IconSelector } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react';
import { drawn, isInCard, isOfNumbers, isSortable, sorted, type Sorting, textOf } from './columns.js';
import type { Column } from './columns.js';
import { count } from './numbers.js';
import classes from './table.module.css';
import { useIsNarrow } from './use-is-narrow.js';

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
  const isNarrow = useIsNarrow();
  const shown = sorted(rows, columns, sorting);
  const Heads = isNarrow ? NarrowHeads : WideHeads;
  const row = (one: Row, extra?: { ref: Ref<HTMLTableRowElement>; 'data-index': number }): ReactNode => (
    <Table.Tr key={rowKey(one)} {...extra}>
      {selection && <SelectCell name={textOf(columns, one) ?? rowKey(one)} id={rowKey(one)} {...selection} />}
      {columns.map(
        (column, index) =>
          (!isNarrow || isInCard(column, one)) && (
            <Cell key={column.title} column={column} row={one} isHead={index === 0} isNarrow={isNarrow} />
          ),
      )}
    </Table.Tr>
  );
  return (
    <div className={classes.wrap}>
      <Table
        className={classes.table}
        mod={{ cards: isNarrow, selectable: selection !== undefined }}
        verticalSpacing="sm"
        highlightOnHover
        aria-label={caption}
        {...(rows.length > LONG ? { 'aria-rowcount': rows.length + 1 } : {})}
      >
        <Heads
          columns={columns}
          keys={rows.map(rowKey)}
          sorting={sorting}
          setSorting={canSort && rows.length > 1 ? setSorting : undefined}
          selection={selection}
        />
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

type CellProps<Row> = { column: Column<Row>; row: Row; isHead: boolean; isNarrow: boolean };

function Cell<Row>({ column, row, isHead, isNarrow }: CellProps<Row>): ReactNode {
  const align = isOfNumbers(column) ? 'right' : undefined;
  if (column.acts) return <ActsCell isNarrow={isNarrow}>{column.acts(row)}</ActsCell>;
  const shared = {
    // A status says what it is.
    'data-title': column.status ? undefined : column.title,
    ta: align,
    children: <div>{drawn(column, row)}</div>,
  } as const;
  return isHead ? <Table.Th scope="row" fw={500} {...shared} /> : <Table.Td data-align={align} {...shared} />;
}

/** Buttons; in a narrow window another one shows and hides them. */
function ActsCell({ isNarrow, children }: { isNarrow: boolean; children: ReactNode }): ReactNode {
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <Table.Td mod={{ acts: true, open: isOpen }}>
      {isNarrow && (
        <ActionIcon variant="default" aria-label={t`Actions`} aria-expanded={isOpen} onClick={toggle}>
          <IconDots size={16} />
        </ActionIcon>
      )}
      <Group gap="xs" display={isNarrow && !isOpen ? 'none' : 'flex'}>
        {children}
      </Group>
    </Table.Td>
  );
}

type HeadsProps<Row> = {
  columns: readonly Column<Row>[];
  keys: readonly string[];
  sorting: Sorting;
  /** Where rows can be sorted. */
  setSorting: ((sorting: Sorting) => void) | undefined;
  selection: Selection | undefined;
};

/** The titles of the columns; those that can be sorted are buttons. */
function WideHeads<Row>({ columns, keys, sorting, setSorting, selection }: HeadsProps<Row>): ReactNode {
  return (
    <Table.Thead>
      <Table.Tr>
        {selection && (
          <Table.Th className={classes.select}>
            <SelectAll keys={keys} selection={selection} />
          </Table.Th>
        )}
        {columns.map((column) => {
          const { title } = column;
          const ta = isOfNumbers(column) ? 'right' : undefined;
          return setSorting && isSortable(column) ? (
            <SortingHead key={title} ta={ta} column={column} sorting={sorting} setSorting={setSorting} />
          ) : (
            <Table.Th key={title} scope="col" ta={ta}>
              {title}
            </Table.Th>
          );
        })}
      </Table.Tr>
    </Table.Thead>
  );
}

function SortingHead<Row>({
  column,
  sorting,
  setSorting,
  ta,
}: {
  column: Column<Row>;
  sorting: Sorting;
  setSorting: (sorting: Sorting) => void;
  ta: 'right' | undefined;
}): ReactNode {
  const { title } = column;
  const isHere = sorting?.title === title;
  const isDown = isHere && sorting.isDown;
  const next = !isHere
    ? { title, isDown: startsDown(column) }
    : isDown === startsDown(column)
      ? { title, isDown: !isDown }
      : undefined;
  const Arrow = !isHere ? IconSelector : isDown ? IconArrowDown : IconArrowUp;
  return (
    <Table.Th scope="col" ta={ta} aria-sort={!isHere ? 'none' : isDown ? 'descending' : 'ascending'}>
      <UnstyledButton className={classes.sort} onClick={() => setSorting(next)}>
        {title}
        <Arrow size={14} aria-hidden opacity={isHere ? 1 : 0.5} />
      </UnstyledButton>
    </Table.Th>
  );
}

/** What cards can be sorted by, in a line. */
function NarrowHeads<Row>({ columns, keys, sorting, setSorting, selection }: HeadsProps<Row>): ReactNode {
  if (!setSorting && !selection) return null;
  const choices = columns.filter(isSortable);
  return (
    <Group component="caption" gap="sm" pb="xs" wrap="nowrap">
      {selection && <SelectAll keys={keys} selection={selection} label={t`All`} />}
      {setSorting && (
        <NativeSelect
          size="xs"
          aria-label={t`Sort by`}
          data={[
            { value: '', label: t`Default order` },
            ...choices.map(({ title }) => ({ value: title, label: t`By ${title}` })),
          ]}
          value={sorting?.title ?? ''}
          onChange={({ currentTarget: { value: title } }) => {
            const column = choices.find((one) => one.title === title);
            setSorting(column && { title, isDown: startsDown(column) });
          }}
        />
      )}
      {setSorting && sorting && (
        <ActionIcon
          variant="default"
          aria-label={t`Reverse the order`}
          onClick={() => setSorting({ ...sorting, isDown: !sorting.isDown })}
        >
          {sorting.isDown ? <IconArrowDown size={16} /> : <IconArrowUp size={16} />}
        </ActionIcon>
      )}
    </Group>
  );
}

/** The greatest and the newest first. */
function startsDown<Row>({ number, time }: Column<Row>): boolean {
  return (number ?? time) !== undefined;
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

function SelectAll({
  keys,
  selection,
  label,
}: {
  keys: readonly string[];
  selection: Selection;
  label?: string;
}): ReactNode {
  const all = keys.every((key) => selection.keys.has(key));
  return (
    <Checkbox
      aria-label={t`Select all`}
      label={label}
      checked={all}
      indeterminate={!all && selection.keys.size > 0}
      onChange={() => selection.change(new Set(all ? [] : keys))}
    />
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
