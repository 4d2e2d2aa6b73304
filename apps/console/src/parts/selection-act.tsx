import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.js';
import { ActButton } from './act-button.js';
import { explain } from './states.js';

/** Calls at the same time. */
const AT_ONCE = 4;

type Props<Row, Body extends object> = {
  rows: readonly Row[];
  /** What a row is called where its act was refused. */
  nameOf: (row: Row) => string;
  /** Does it to one row. */
  act: (row: Row, body: Body) => Promise<unknown>;
} & Omit<Parameters<typeof ActButton<Body>>[0], 'act'>;

/** An act on each of several rows. A note says for which it was refused, and why. */
export function SelectionAct<Row, Body extends object = object>({
  rows,
  nameOf,
  act,
  done,
  ...button
}: Props<Row, Body>): ReactNode {
  const actOnAll = async (body: Body): Promise<void> => {
    const refusals = await refusalsOf(rows, (row) => act(row, body));
    const [first] = refusals;
    if (first === undefined) {
      notifications.show({ message: done });
      return;
    }
    if (rows.length === 1) throw first.error;
    const reasons = refusals.map(({ row, error }) => `${nameOf(row)}: ${explain(error).text}`).join('\n');
    if (refusals.length === rows.length) throw new ApiError(reasons, 'refused', 409, undefined);
    notifications.show({
      color: 'red',
      title: t`Done: ${rows.length - refusals.length} of ${rows.length}`,
      message: <Text style={{ whiteSpace: 'pre-line' }}>{reasons}</Text>,
      autoClose: false,
    });
  };
  return <ActButton<Body> {...button} act={actOnAll} done="" />;
}

async function refusalsOf<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
): Promise<{ row: Row; error: unknown }[]> {
  const open = [...rows];
  const refusals: { row: Row; error: unknown }[] = [];
  const next = async (): Promise<void> => {
    for (let row = open.shift(); row !== undefined; row = open.shift())
      try {
        await act(row);
      } catch (error) {
        refusals.push({ row, error });
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return refusals;
}
