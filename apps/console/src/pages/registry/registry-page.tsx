import { plural, t } from '@lingui/core/macro';
import { Button, Grid, Group, Select, Stack, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { searchNodesInfiniteOptions } from '@atelier/client/react-query';
import { ButtonLink } from '../../parts/link.js';
import { Listing } from '../../parts/listing.js';
import { NodeCards } from '../../parts/node-card.js';
import { count } from '../../parts/numbers.js';
import { Page } from '../../parts/page.js';
import { SearchField } from '../../parts/search-field.js';
import { useIsNarrow } from '../../parts/use-is-narrow.js';
import { NothingFound } from './nothing-found.js';
import { SORTS } from './routes.js';
import { type Filters, SearchFilters } from './search-filters.js';

const route = getRouteApi('/registry');
/** The service counts up to here. */
const COUNTED_MAX = 10_000;
const SORT_NAMES = {
  relevance: t`Best match`,
  downloads: t`Most downloads`,
  stars: t`Most stars`,
  newest: t`Newest`,
} satisfies Record<(typeof SORTS)[number], string>;

export function RegistryPage(): ReactNode {
  const { search = '', tag = '', os = '', accelerator = '', sort = 'relevance' } = route.useSearch();
  const navigate = route.useNavigate();
  const filters: Filters = { os, accelerator, tag };
  const change = (
    values: Partial<Filters> & { search?: string; sort?: (typeof SORTS)[number] },
    isTyped = false,
  ): void => {
    const wanted = { search, sort, ...filters, ...values };
    const set = Object.entries(wanted).filter(([, value]) => value !== '' && value !== 'relevance');
    void navigate({ search: Object.fromEntries(set), replace: isTyped, resetScroll: false });
  };
  const results = useInfiniteQuery({
    ...searchNodesInfiniteOptions({
      query: {
        search,
        tag,
        supported_os: os,
        supported_accelerator: accelerator,
        sort,
        highlights: true,
      },
    }),
    initialPageParam: { query: { facets: true } },
    getNextPageParam: ({ next_cursor: cursor }) => (cursor === null ? undefined : { query: { cursor } }),
    placeholderData: keepPreviousData,
  });
  const [first] = results.data?.pages ?? [];
  const chosen = Object.values(filters).filter((value) => value !== '').length;
  const isNarrowed = search !== '' || chosen > 0;
  return (
    <Page
      title={t`Registry`}
      text={t`Published nodes. Search by name, words, author, tag or the name of an app node.`}
      actions={<ButtonLink to="/registry/publishers" variant="default">{t`Publishers`}</ButtonLink>}
    >
      <Stack gap="md" onKeyDown={moveAmongResults}>
        <Group align="flex-end" gap="sm">
          <NodeSearchField value={search} change={(text) => change({ search: text }, true)} />
          <Select
            label={t`Sort by`}
            data={SORTS.map((value) => ({ value, label: SORT_NAMES[value] }))}
            value={sort}
            allowDeselect={false}
            onChange={(value) => change({ sort: SORTS.find((known) => known === value) ?? 'relevance' })}
            w={{ base: '100%', xs: 180 }}
          />
        </Group>
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, sm: 4, lg: 2.5 }}>
            <Narrowing facets={first?.facets} filters={filters} chosen={chosen} choose={change} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 8, lg: 9.5 }}>
            <Stack gap="sm">
              <Group justify="space-between">
                <Text size="sm" c="dimmed" role="status">
                  {first && summary(first.total)}
                </Text>
                {isNarrowed && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    onClick={() => change({ search: '', os: '', accelerator: '', tag: '' })}
                  >{t`Clear all`}</Button>
                )}
              </Group>
              <Listing
                query={results}
                rowsOf={({ nodes }) => nodes}
                empty={<NothingFound search={search} isNarrowed={isNarrowed} change={change} />}
              >
                {(nodes) => (
                  <NodeCards label={t`Found nodes`} nodes={nodes} isBusy={results.isPlaceholderData} />
                )}
              </Listing>
            </Stack>
          </Grid.Col>
        </Grid>
      </Stack>
    </Page>
  );
}

/** The search field, which `/` focuses. */
function NodeSearchField(field: { value: string; change: (text: string) => void }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => input.current?.focus()]]);
  return (
    <SearchField
      ref={input}
      label={t`Search nodes`}
      description={
        <Text
          span
          inherit
          visibleFrom="sm"
        >{t`Press / to come here, and the arrow keys to go through the results.`}</Text>
      }
      placeholder={t`depth map, LoadImage, github.com/…`}
      maxLength={1_000}
      miw={240}
      maw="none"
      {...field}
    />
  );
}

/** The filters: beside the results, or folded in a narrow window. */
function Narrowing({
  chosen,
  ...filters
}: Parameters<typeof SearchFilters>[0] & { chosen: number }): ReactNode {
  const [isOpen, { toggle }] = useDisclosure();
  const isNarrow = useIsNarrow();
  return (
    <Stack component="section" aria-label={t`Filters`}>
      {isNarrow && (
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {chosen === 0 ? t`Filters` : t`Filters (${chosen})`}
        </Button>
      )}
      {(isOpen || !isNarrow) && <SearchFilters {...filters} />}
    </Stack>
  );
}

function summary(total: number): string {
  return total >= COUNTED_MAX
    ? t`${count(COUNTED_MAX)} nodes or more`
    : plural(total, { one: '# node', other: '# nodes' });
}

/** The arrow keys move between the search field and the results. */
function moveAmongResults(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const from = event.target as HTMLElement;
  const isSearch = from.matches('input[type=search]');
  if (step === undefined || !(isSearch || from.matches('[data-result]'))) return;
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type=search], [data-result]')];
  const next = places[places.indexOf(from) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
