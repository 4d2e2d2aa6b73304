import { t } from '@lingui/core/macro';
import { Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { VendorAdapterResponse } from '@atelier/client/api';
import { listVendorAdaptersOptions } from '@atelier/client/react-query';
import { kindsInWords } from '../../../parts/media-kinds.js';
import { Loaded } from '../../../parts/loaded.js';
import { Page } from '../../../parts/page.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Section } from '../../../parts/section.js';
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
      title={t`Write an entry for a vendor`}
      text={t`Vendors are entries of the vendors file. This page writes one for you to copy into that file: nothing is saved here, and no key is asked for. The service reads the file again within seconds after a change.`}
      crumbs={[{ title: t`Vendors`, to: '/admin/vendors' }]}
    >
      <Loaded query={query}>
        {({ adapters }) => (
          <>
            <VendorForm adapters={adapters} />
            <Section title={t`Kinds of vendors`}>
              <Text
                size="sm"
                c="dimmed"
              >{t`What the service understands. A vendor of many models is told how each kind of task is ordered.`}</Text>
              <Rows
                caption={t`Kinds of vendors`}
                columns={COLUMNS}
                rows={adapters}
                rowKey={({ name }) => name}
              />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function needsOf({ needs_key: needsKey, areas, recipe }: VendorAdapterResponse): string {
  const needs = [
    ...(needsKey ? [t`a key`] : []),
    ...(areas.length > 0 ? [t`an area`] : []),
    ...(recipe.length > 0 ? [t`for each kind: ${recipe.join(', ')}`] : []),
  ];
  return needs.length > 0 ? needs.join('; ') : t`nothing more`;
}
