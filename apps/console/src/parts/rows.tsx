import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './table.module.css';

/** A column. The first one names the row. */
export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Right, for numbers. */
  align?: 'right';
};

/** Rows as a table, or as cards in a narrow window. */
export function Rows<Row>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  /** Describes the rows, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}): ReactNode {
  return (
    <div className={classes.wrap}>
      <Table className={classes.table} verticalSpacing="sm" highlightOnHover aria-label={caption}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, align }) => (
              <Table.Th key={title} scope="col" ta={align}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map(({ title, cell, align }, index) =>
                index === 0 ? (
                  <Table.Th key={title} scope="row" data-title={title} fw={500} ta={align}>
                    <div>{cell(row)}</div>
                  </Table.Th>
                ) : (
                  <Table.Td key={title} data-title={title} data-align={align} ta={align}>
                    <div>{cell(row)}</div>
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
