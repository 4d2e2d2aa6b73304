import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listVendorsOptions } from '@atelier/client/react-query';
import { ButtonLink } from '../../../parts/link.js';
import { Loaded } from '../../../parts/loaded.js';
import { Page } from '../../../parts/page.js';
import { Vendor } from './vendor-card.js';

const LOOK_EVERY_MS = 5_000;

export function VendorsPage(): ReactNode {
  const query = useQuery({ ...listVendorsOptions(), refetchInterval: LOOK_EVERY_MS });
  return (
    <Page
      title={t`Vendors`}
      text={t`The providers of each kind of media task: the engines of this service, or vendors from the settings and the vendors file. Figures cover the last hour, in all processes.`}
      actions={<ButtonLink to="/admin/vendors/new">{t`Write an entry for a vendor`}</ButtonLink>}
    >
      <Loaded query={query}>
        {({ vendors }) =>
          vendors.map((vendor) => <Vendor key={vendor.name} vendor={vendor} onDone={query.refetch} />)
        }
      </Loaded>
    </Page>
  );
}
