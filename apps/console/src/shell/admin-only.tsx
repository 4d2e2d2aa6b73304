import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.js';
import { sessionOptions } from '../api/session.js';
import { Page } from '../parts/page.js';
import { explain, Failure } from '../parts/states.js';

/** The pages for admins, or why they are not shown. */
export function AdminOnly(): ReactNode {
  const { data: session } = useQuery(sessionOptions);
  if (session?.isAdmin) return <Outlet />;
  const text = t`These pages are for admins. Ask one to give you the role.`;
  const refusal = new ApiError(text, 'forbidden', 403, undefined);
  return (
    <Page title={explain(refusal).title}>
      <Failure error={refusal} />
    </Page>
  );
}
