import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readUsageOfAllOptions } from '@atelier/client/react-query';
import { Page } from '../../../parts/page.js';
import { Usage } from '../../../parts/usage.js';
import { UsageFilters } from '../../../parts/usage-filters.js';
import { USAGE_GROUPS, usageCsv, usageQuery } from '../../../parts/usage-search.js';
import { UserSelect } from '../user-select.js';

const route = getRouteApi('/signed-in/admin/usage');

export function UsagePage(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filter = search.user === undefined ? {} : { user_id: search.user };
  const query = useQuery({
    ...readUsageOfAllOptions({ query: { ...usageQuery(search, USAGE_GROUPS), ...filter } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const change = (part: Partial<typeof search>): void =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  return (
    <Page
      title={t`Usage`}
      text={t`What tasks have cost, by the day on which they were accepted. A task that fails costs nothing.`}
    >
      <UsageFilters search={search} groups={USAGE_GROUPS} change={change}>
        <UserSelect
          label={t`User`}
          placeholder={t`All users`}
          user={search.user}
          change={(user) => change({ user })}
        />
      </UsageFilters>
      <Usage query={query} csv={(usage) => usageCsv('/admin/usage', usage, filter)} />
    </Page>
  );
}
