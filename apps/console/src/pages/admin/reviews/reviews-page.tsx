import { plural, t } from '@lingui/core/macro';
import { Grid, Group, NavLink, SegmentedControl, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listReviewsInfiniteOptions, listReviewsInfiniteQueryKey } from '@atelier/client/react-query';
import { listReviews, type ReviewResponse } from '@atelier/client/api';
import { ArchiveFile } from '../../../parts/archive-file.js';
import { Listing } from '../../../parts/listing.js';
import { Page } from '../../../parts/page.js';
import { Empty } from '../../../parts/states.js';
import { fromNow } from '../../../parts/time.js';
import { useNews } from '../../../parts/use-news.js';
import { REVIEW_ASSIGNEES, REVIEW_KINDS } from '../moderation/routes.js';
import { NodeReview } from './node-review.js';
import { PublisherReview } from './publisher-review.js';
import { ReviewDesk, ReviewNotes } from './review-desk.js';
import { ReviewFigures } from './review-figures.js';
import { ReviewKeys } from './review-keys.js';
import { VersionReview } from './version-review.js';

const route = getRouteApi('/signed-in/admin/reviews');
const PAGE = 50;
const KINDS = {
  version: { one: t`Version`, many: t`Versions` },
  doubt: { one: t`Active version`, many: t`In doubt` },
  quarantine: { one: t`Quarantined node`, many: t`Quarantined` },
  node: { one: t`Node`, many: t`Nodes` },
  publisher: { one: t`Publisher`, many: t`Publishers` },
} satisfies Record<ReviewResponse['kind'], object>;

export function ReviewsPage(): ReactNode {
  const { kind, assignee, at = '', file = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = { limit: PAGE, ...(kind ? { kind } : {}), ...(assignee ? { assignee } : {}) };
  const list = useInfiniteQuery({
    ...listReviewsInfiniteOptions({ query: filter }),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => cursor ?? undefined,
  });
  const total = list.data?.pages[0]?.total;
  const news = useNews({
    queryKey: [...listReviewsInfiniteQueryKey({ query: filter }), 'news'],
    list,
    newest: async (signal) => {
      const { data } = await listReviews({ query: { ...filter, limit: 1 }, signal, throwOnError: true });
      return String(data.total);
    },
    shown: total === undefined ? undefined : String(total),
    what: t`The queue has changed.`,
  });
  const reviews = list.data?.pages.flatMap((page) => page.reviews) ?? [];
  const place = Math.max(
    0,
    reviews.findIndex((review) => keyOf(review) === at),
  );
  const review = reviews[place];
  const show = (other: ReviewResponse | undefined): void => {
    if (!other) return;
    void navigate({ search: ({ file: _, ...rest }) => ({ ...rest, at: keyOf(other) }), replace: true });
  };
  const openFile = (path: string): void =>
    void navigate({ search: (all) => ({ ...all, at: review ? keyOf(review) : '', file: path }) });
  const goOn = (): void => show(reviews[place + 1] ?? reviews[place - 1]);
  return (
    <Page
      title={t`Review queue`}
      text={t`Versions held by the check or put in doubt by a rescan, quarantined nodes, and names that look like others.`}
      actions={
        <Group>
          <ReviewFigures />
          <ReviewKeys next={() => show(reviews[place + 1])} previous={() => show(reviews[place - 1])} />
        </Group>
      }
    >
      <Group justify="space-between">
        <SegmentedControl
          aria-label={t`Kind`}
          value={kind ?? 'all'}
          onChange={(value) =>
            void navigate({
              search: { ...(assignee ? { assignee } : {}), kind: REVIEW_KINDS.find((one) => one === value) },
            })
          }
          data={[
            { value: 'all', label: t`All` },
            ...REVIEW_KINDS.map((one) => ({ value: one, label: KINDS[one].many })),
          ]}
        />
        <SegmentedControl
          aria-label={t`Assigned to`}
          value={assignee ?? 'all'}
          onChange={(value) =>
            void navigate({
              search: {
                ...(kind ? { kind } : {}),
                assignee: REVIEW_ASSIGNEES.find((one) => one === value),
              },
            })
          }
          data={[
            { value: 'all', label: t`All` },
            { value: 'me', label: t`Assigned to me` },
            { value: 'nobody', label: t`Unassigned` },
          ]}
        />
        {total !== undefined && total > 0 && (
          <Text size="sm" c="dimmed" role="status">
            {plural(total, { one: '# submission waits', other: '# submissions wait' })}
          </Text>
        )}
      </Group>
      <Listing
        query={list}
        rowsOf={(page) => page.reviews}
        news={news}
        empty={
          <Empty title={t`Nothing to review`}>
            <Text>{t`Versions held by the check, quarantined nodes, and nodes and publishers that look like others, appear here.`}</Text>
          </Empty>
        }
      >
        {() => (
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 4, lg: 3 }}>
              <Stack component="nav" gap={2} aria-label={t`What waits`}>
                {reviews.map((one) => (
                  <NavLink
                    key={keyOf(one)}
                    component="button"
                    active={one === review}
                    aria-current={one === review}
                    label={
                      <>
                        {one.node_name ?? one.publisher_name} {one.version}
                        <Text size="xs">
                          {[
                            one.kind === 'publisher'
                              ? KINDS.publisher.one
                              : t`${KINDS[one.kind].one} of ${one.publisher_name}`,
                            fromNow(new Date(one.since)),
                            one.assignee_name,
                          ]
                            .filter(Boolean)
                            .join(', ')}
                        </Text>
                      </>
                    }
                    onClick={() => show(one)}
                  />
                ))}
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 8, lg: 9 }}>
              {review && (
                <Stack key={keyOf(review)}>
                  <ReviewDesk review={review} id={keyOf(review)} />
                  <OneReview review={review} openFile={openFile} onDone={goOn} />
                  <ReviewNotes review={review} id={keyOf(review)} />
                </Stack>
              )}
            </Grid.Col>
          </Grid>
        )}
      </Listing>
      {review?.version_id !== undefined && review.node_id !== undefined && (
        <ArchiveFile
          nodeId={review.node_id}
          versionId={review.version_id}
          path={file}
          close={() => void navigate({ search: ({ file: _, ...rest }) => rest })}
        />
      )}
    </Page>
  );
}

function OneReview({
  review,
  openFile,
  onDone,
}: {
  review: ReviewResponse;
  openFile: (path: string) => void;
  onDone: () => void;
}): ReactNode {
  const { node_id: nodeId, version_id: versionId } = review;
  if (nodeId === undefined) return <PublisherReview review={review} onDone={onDone} />;
  if (versionId === undefined) return <NodeReview review={review} nodeId={nodeId} onDone={onDone} />;
  return (
    <VersionReview
      review={review}
      nodeId={nodeId}
      versionId={versionId}
      openFile={openFile}
      onDone={onDone}
    />
  );
}

function keyOf({ version_id: version, node_id: node, publisher_id: publisher }: ReviewResponse): string {
  return version ?? node ?? publisher;
}
