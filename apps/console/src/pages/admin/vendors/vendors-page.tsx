import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listVendorsOptions } from '@atelier/client/react-query';
import { ButtonLink } from '../../../parts/link.js';
import { Page } from '../../../parts/page.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { Vendor } from './vendor-card.js';

const LOOK_EVERY_MS = 5_000;

export function VendorsPage(): ReactNode {
  const queries = useQueryClient();
  const query = useQuery({ ...listVendorsOptions(), refetchInterval: LOOK_EVERY_MS });
  return (
    <Page
      title={t`Vendors`}
      text={t`The providers of each kind of media task: the engines of this service, or vendors from the settings and the vendors file. Figures cover the last hour, in all processes.`}
      actions={<ButtonLink to="/admin/vendors/new">{t`Add a vendor`}</ButtonLink>}
    >
      {query.isPending && <Waiting />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.data?.vendors.map((vendor) => (
        <Vendor
          key={vendor.name}
          vendor={vendor}
          onDone={() => queries.invalidateQueries({ queryKey: listVendorsOptions().queryKey })}
        />
      ))}
    </Page>
  );
}
