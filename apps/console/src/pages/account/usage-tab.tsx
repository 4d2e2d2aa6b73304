import { t } from '@lingui/core/macro';
import { Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readUsageOptions } from '@atelier/client/react-query';
import { Lead } from '../../parts/lead.js';
import { Usage } from '../../parts/usage.js';
import { UsageFilters } from '../../parts/usage-filters.js';
import { usageCsv, usageQuery } from '../../parts/usage-search.js';

const route = getRouteApi('/signed-in/account');
const GROUPS = ['day', 'kind', 'token', 'provider'] as const;

export function UsageTab(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    ...readUsageOptions({ query: usageQuery(search, GROUPS) }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return (
    <Stack>
      <Lead>{t`What your tasks have cost, by the day on which they were accepted. A task that fails costs nothing.`}</Lead>
      <UsageFilters
        search={search}
        groups={GROUPS}
        change={(part) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true })}
      />
      <Usage query={query} csv={(usage) => usageCsv('/usage', usage)} />
    </Stack>
  );
}
