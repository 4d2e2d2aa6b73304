import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Page } from '../../../parts/page.js';
import { LedgerCheck } from './ledger-check.js';
import { Reconciliation } from './reconciliation.js';

export function BooksPage(): ReactNode {
  return (
    <Page
      title={t`Books`}
      text={t`Checks whether the ledger is balanced, and whether vendors bill what we have booked. Nothing is changed.`}
    >
      <LedgerCheck />
      <Reconciliation />
    </Page>
  );
}
