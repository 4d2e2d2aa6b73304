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
  { title: 'Adapter', cell: ({ name }) => <Code>{name}</Code> },
  { title: 'Does', cell: ({ kinds }) => kindsInWords(kinds) },
  { title: 'Address', cell: ({ base_url: url }) => url ?? 'yours, as base_url' },
  { title: 'Needs', cell: needsOf },
];

/** Writes an entry of the vendors file, which the person copies into it. */
export function NewVendorPage(): ReactNode {
  const query = useQuery(listVendorAdaptersOptions());
  return (
    <Page
      title="Add a vendor"
      text="Vendors are entries of the vendors file, which the service reads again within seconds after a change. This page writes an entry to copy; it stores nothing, and asks for no key."
      crumbs={[{ title: 'Vendors', to: '/admin/vendors' }]}
    >
      {query.isPending && <Waiting />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.data && (
        <>
          <VendorForm adapters={query.data.adapters} />
          <Section title="Kinds of vendors">
            <Text size="sm" c="dimmed">
              What the service understands. A vendor of many models is told how each kind of task is ordered.
            </Text>
            <Rows
              caption="Kinds of vendors"
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
    ...(areas.length > 0 ? ['an area'] : []),
    ...(recipe.length > 0 ? [`for each kind: ${recipe.join(', ')}`] : []),
  ];
  return needs.length > 0 ? needs.join('; ') : 'nothing more';
}
