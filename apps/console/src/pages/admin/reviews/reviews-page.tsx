import { t } from '@lingui/core/macro';
import { Grid, Group, NavLink, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listReviewsInfiniteOptions } from '@atelier/client/react-query';
import type { ReviewResponse } from '@atelier/client/api';
import { ArchiveFile } from '../../../parts/archive-file.js';
import { DataList } from '../../../parts/data-list.js';
import { Page } from '../../../parts/page.js';
import { fromNow } from '../../../parts/time.js';
import { REVIEW_KINDS } from '../moderation/routes.js';
import { OneReview } from './one-review.js';
import { ReviewDesk, ReviewNotes } from './review-desk.js';
import { ReviewFigures } from './review-figures.js';
import { ReviewKeys } from './review-keys.js';

const route = getRouteApi('/signed-in/admin/reviews');
const PAGE = 50;
const KINDS = {
  version: { one: t`Version`, many: t`Versions` },
  doubt: { one: t`Active version`, many: t`In doubt` },
  quarantine: { one: t`Quarantined node`, many: t`Quarantined` },
  node: { one: t`Node`, many: t`Nodes` },
  publisher: { one: t`Publisher`, many: t`Publishers` },
} satisfies Record<ReviewResponse['kind'], object>;
const ALL = { value: '', label: t`All` };

export function ReviewsPage(): ReactNode {
  const search = route.useSearch();
  const { kind, assignee } = search;
  return (
    <Page
      title={t`Review queue`}
      text={t`Versions held by the check or put in doubt by a rescan, quarantined nodes, and names that look like others.`}
      actions={<ReviewFigures />}
    >
      <DataList
        caption={t`What waits`}
        query={listReviewsInfiniteOptions({ query: { limit: PAGE, kind, assignee } })}
        rowsOf={({ reviews }) => reviews}
        rowKey={keyOf}
        columns={[]}
        draw={(reviews) => <Queue reviews={reviews} />}
        search={search}
        filters={[
          {
            name: 'kind',
            label: t`Kind`,
            choices: [ALL, ...REVIEW_KINDS.map((value) => ({ value, label: KINDS[value].many }))],
            isTabs: true,
          },
          {
            name: 'assignee',
            label: t`Assigned to`,
            choices: [
              ALL,
              { value: 'me', label: t`Assigned to me` },
              { value: 'nobody', label: t`Unassigned` },
            ],
            isTabs: true,
          },
        ]}
        news={t`The queue has changed.`}
        empty={t`Nothing to review`}
        emptyHint={
          <Text>{t`Versions held by the check, quarantined nodes, and nodes and publishers that look like others, appear here.`}</Text>
        }
      />
    </Page>
  );
}

/** What waits, and beside it the one that the address names. */
function Queue({ reviews }: { reviews: readonly ReviewResponse[] }): ReactNode {
  const { at = '', file = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const place = Math.max(
    0,
    reviews.findIndex((one) => keyOf(one) === at),
  );
  const review = reviews[place];
  if (!review) return null;
  const id = keyOf(review);
  const show = (other: ReviewResponse | undefined): void => {
    if (other)
      void navigate({ search: (all) => ({ ...all, file: undefined, at: keyOf(other) }), replace: true });
  };
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 4, lg: 3 }}>
        <Stack component="nav" gap={2} aria-label={t`What waits`}>
          {reviews.map((one) => (
            <Entry key={keyOf(one)} review={one} isShown={one === review} show={() => show(one)} />
          ))}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8, lg: 9 }}>
        <Stack key={id}>
          <Group justify="space-between">
            <ReviewDesk review={review} id={id} />
            <ReviewKeys next={() => show(reviews[place + 1])} previous={() => show(reviews[place - 1])} />
          </Group>
          <OneReview
            review={review}
            openFile={(path) => void navigate({ search: (all) => ({ ...all, at: id, file: path }) })}
            onDone={() => show(reviews[place + 1] ?? reviews[place - 1])}
          />
          <ReviewNotes review={review} id={id} />
        </Stack>
      </Grid.Col>
      {review.version_id !== undefined && review.node_id !== undefined && (
        <ArchiveFile
          nodeId={review.node_id}
          versionId={review.version_id}
          path={file}
          close={() => void navigate({ search: ({ file: _, ...rest }) => rest })}
        />
      )}
    </Grid>
  );
}

function Entry({
  review,
  isShown,
  show,
}: {
  review: ReviewResponse;
  isShown: boolean;
  show: () => void;
}): ReactNode {
  const { kind, publisher_name: publisher } = review;
  const what = kind === 'publisher' ? KINDS.publisher.one : t`${KINDS[kind].one} of ${publisher}`;
  const facts = [what, fromNow(new Date(review.since)), review.assignee_name];
  return (
    <NavLink
      component="button"
      active={isShown}
      aria-current={isShown}
      label={`${review.node_name ?? publisher} ${review.version ?? ''}`}
      description={facts.filter(Boolean).join(', ')}
      onClick={show}
    />
  );
}

function keyOf({ version_id: version, node_id: node, publisher_id: publisher }: ReviewResponse): string {
  return version ?? node ?? publisher;
}
