import { plural, t } from '@lingui/core/macro';
import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { listDownloadsOptions } from '@atelier/client/react-query';
import type { NodeResponse } from '@atelier/client/api';
import { Bars } from '../../parts/bars.js';
import { dayName } from '../../parts/day-name.js';
import { Facts } from '../../parts/facts.js';
import { BadgeLink, PageLink } from '../../parts/link.js';
import { count, tenths } from '../../parts/numbers.js';
import { SiteLink } from '../../parts/site-link.js';
import { Section } from '../../parts/section.js';
import { Failure } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { NodeRating } from './node-rating.js';
import { usePageOf } from './readme.js';
import { PERIODS } from './routes.js';

const DAY_MS = 86_400_000;

const route = getRouteApi('/registry/nodes/$nodeId');

/** The figures and facts of a node beside its texts. */
export function NodeSide({ node }: { node: NodeResponse }): ReactNode {
  return (
    <Stack gap="xl">
      <Downloads nodeId={node.id} />
      <Section title={t`About`}>
        <NodeFacts node={node} />
      </Section>
      {node.tags.length > 0 && (
        <Section title={t`Tags`}>
          <Group gap={6}>
            {node.tags.map((tag) => (
              <BadgeLink key={tag} to="/registry" search={{ tag }} color="gray" style={{ cursor: 'pointer' }}>
                {tag}
              </BadgeLink>
            ))}
          </Group>
        </Section>
      )}
      <NodeRating node={node} />
    </Stack>
  );
}

function Downloads({ nodeId }: { nodeId: string }): ReactNode {
  const { days = 30 } = route.useSearch();
  const navigate = route.useNavigate();
  const [now] = useState(Date.now);
  const from = new Date(now - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  const { data, error, refetch } = useQuery(listDownloadsOptions({ path: { nodeId }, query: { from } }));
  return (
    <Section title={t`Downloads`}>
      <SegmentedControl
        aria-label={t`Period`}
        size="xs"
        value={String(days)}
        data={PERIODS.map((period) => ({ value: String(period), label: t`${period} days` }))}
        onChange={(value) =>
          void navigate({
            search: (before) => ({ ...before, days: PERIODS.find((period) => String(period) === value) }),
            replace: true,
            resetScroll: false,
          })
        }
      />
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <Text role="status">{t`${plural(data.total, { one: '# download', other: '# downloads' })} in ${days} days`}</Text>
      )}
      {data && data.total > 0 && (
        <Bars
          bars={data.days.map(({ day, downloads }) => ({ label: dayName(day), value: downloads }))}
          label={t`${plural(data.total, { one: '# download', other: '# downloads' })} in ${days} days, a bar each day`}
          height={72}
        />
      )}
    </Section>
  );
}

/** A file, not the name of a licence. */
const LICENCE_FILE = /licen[cs]e|copying/i;

function NodeFacts({ node }: { node: NodeResponse }): ReactNode {
  const { publisher, latest_version: latest } = node;
  const { data: page } = usePageOf({ node_id: node.id, id: latest?.id ?? '' });
  const { licence, links_base: base = '' } = page ?? {};
  const stated = licence?.path || node.license;
  const licenceName = licence?.name || (LICENCE_FILE.test(stated) ? t`See the file ${stated}` : stated);
  return (
    <Facts
      columns={{ base: 1, xs: 2, md: 1 }}
      facts={[
        [
          t`Licence`,
          licence?.path && base ? <SiteLink url={base + licence.path} text={licenceName} /> : licenceName,
        ],
        [t`Repository`, node.repository && <SiteLink url={node.repository} />],
        [t`Stars`, node.github_stars > 0 && count(node.github_stars)],
        [t`Rating`, node.rating > 0 && t`${tenths(node.rating)} of 5`],
        [t`Author`, node.author !== publisher.name && node.author],
        [
          t`Publisher`,
          <PageLink
            key="publisher"
            inherit
            to="/registry/publishers/$publisherId"
            params={{ publisherId: publisher.id }}
          >
            {publisher.name}
          </PageLink>,
        ],
        [t`Website`, publisher.website && <SiteLink url={publisher.website} />],
        [t`Support`, publisher.support && <SiteLink url={publisher.support} />],
        [t`Operating systems`, node.supported_os.join(', ') || t`All`],
        [t`Accelerators`, node.supported_accelerators.join(', ') || t`All`],
        [t`Python`, page?.requires_python],
        [t`Host application`, node.supported_app_version],
        [t`Frontend of the host`, node.supported_app_frontend_version],
        [t`Category`, node.category],
        [t`First published`, <Time key="since" value={node.created_at} />],
        [t`Id`, node.id],
        [t`Notes of the admins`, node.tags_admin.join(', ')],
        [t`For review`, node.review_reason],
      ]}
    />
  );
}
