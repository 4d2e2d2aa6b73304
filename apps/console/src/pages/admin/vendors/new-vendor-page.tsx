import { t } from '@lingui/core/macro';
import { Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { VendorAdapterResponse } from '@atelier/client/api';
import { listVendorAdaptersOptions } from '@atelier/client/react-query';
import { kindsInWords } from '../../../parts/media-kinds.js';
import { Page } from '../../../parts/page.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Section } from '../../../parts/section.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { VendorForm } from './vendor-form.js';

const COLUMNS: readonly Column<VendorAdapterResponse>[] = [
  { title: t`Adapter`, cell: ({ name }) => <Code>{name}</Code> },
  { title: t`Does`, cell: ({ kinds }) => kindsInWords(kinds) },
  { title: t`Address`, cell: ({ base_url: url }) => url ?? t`yours, as base_url` },
  { title: t`Needs`, cell: needsOf },
];

/** Writes an entry of the vendors file, which the person copies into it. */
export function NewVendorPage(): ReactNode {
  const query = useQuery(listVendorAdaptersOptions());
  return (
    <Page
      title={t`Add a vendor`}
      text={t`Vendors are entries of the vendors file, which the service reads again within seconds after a change. This page writes an entry to copy; it stores nothing, and asks for no key.`}
      crumbs={[{ title: t`Vendors`, to: '/admin/vendors' }]}
    >
      {query.isPending && <Waiting />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.data && (
        <>
          <VendorForm adapters={query.data.adapters} />
          <Section title={t`Kinds of vendors`}>
            <Text
              size="sm"
              c="dimmed"
            >{t`What the service understands. A vendor of many models is told how each kind of task is ordered.`}</Text>
            <Rows
              caption={t`Kinds of vendors`}
              columns={COLUMNS}
              rows={query.data.adapters}
              rowKey={({ name }) => name}
            />
          </Section>
        </>
      )}
    </Page>
  );
}

function needsOf({ needs_key: needsKey, areas, recipe }: VendorAdapterResponse): string {
  const needs = [
    ...(needsKey ? ['a key'] : []),
    ...(areas.length > 0 ? [t`an area`] : []),
    ...(recipe.length > 0 ? [t`for each kind: ${recipe.join(', ')}`] : []),
  ];
  return needs.length > 0 ? needs.join('; ') : t`nothing more`;
}
