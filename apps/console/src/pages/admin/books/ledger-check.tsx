import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Badge, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { checkLedgerOptions } from '@atelier/client/react-query';
import type { LedgerCheckResponse } from '@atelier/client/api';
import { overviewOptions } from '../../../api/overview.js';
import { count } from '../../../parts/numbers.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Section } from '../../../parts/section.js';
import { Failure } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';

const CHECKS: Record<LedgerCheckResponse['name'], string> = {
  holds: t`Credits that are held, task by task`,
  grants: t`What is left of grants`,
  limits: t`What is used of limits`,
  resolutions: t`Holds that ended, once and for at most what was held`,
};

const COLUMNS: readonly Column<LedgerCheckResponse>[] = [
  { title: t`Checked against the entries`, cell: ({ name }) => CHECKS[name] },
  {
    title: t`Rows that differ`,
    align: 'right',
    cell: ({ differences }) => <Differences count={differences} />,
  },
  { title: t`By credits`, number: ({ credits }) => credits },
];

/** Checks the ledger on request, as that reads much. The result stays while the page is open. */
export function LedgerCheck(): ReactNode {
  const query = useQuery({ ...checkLedgerOptions(), enabled: false, gcTime: Infinity });
  const overview = useQuery(overviewOptions);
  const checkedAt = overview.data?.ledger_checked_at;
  return (
    <Section
      isCard
      title={t`Ledger`}
      actions={
        <Button
          variant="default"
          loading={query.isFetching}
          onClick={() => void query.refetch().then(() => overview.refetch())}
        >{t`Check now`}</Button>
      }
    >
      {query.isError && <Failure error={query.error} />}
      {query.data ? (
        <>
          {query.data.balanced ? (
            <Alert
              color="green"
              variant="light"
              title={t`The ledger is balanced`}
              role="status"
            >{t`Every balance matches its entries.`}</Alert>
          ) : (
            <Alert
              color="red"
              variant="light"
              title={t`The ledger is not balanced`}
              role="alert"
            >{t`The entries are right, as they are never changed. Keep the log of the service, and report this.`}</Alert>
          )}
          <Rows caption={t`Checks`} columns={COLUMNS} rows={query.data.checks} rowKey={({ name }) => name} />
        </>
      ) : (
        <Text c="dimmed">{t`The service checks this once a day, and the overview warns if something differs.`}</Text>
      )}
      {checkedAt && (
        <Text size="sm" c="dimmed">
          <Trans>
            Last checked <Time value={checkedAt} />
          </Trans>
        </Text>
      )}
    </Section>
  );
}

function Differences({ count: rows }: { count: number }): ReactNode {
  return rows === 0 ? '0' : <Badge color="red">{count(rows)}</Badge>;
}
