import { t } from '@lingui/core/macro';
import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { listPublishersOptions, listUsersOptions, searchNodesOptions } from '@atelier/client/react-query';
import type { Session } from '../api/session.js';
import { areasFor } from './navigation.js';

const TYPING_PAUSE_MS = 150;
const FOUND_MAX = 5;
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const [store, palette] = createSpotlight();

type Entry = { label: string; description?: string; to: string };
type Entries = { group: string; entries: readonly Entry[] };

/** Finds pages, nodes, publishers and, for admins, users; an id leads to its task. It opens as it is drawn. */
export function Palette({ session, close }: { session: Session | null; close: () => void }): ReactNode {
  const [text, setText] = useState('');
  const router = useRouter();
  const { found, isReading } = useFound(text.trim(), session);
  useEffect(() => palette.open(), []);
  const actions = [...pagesWith(text.trim(), session), ...found].map(
    ({ group, entries }): SpotlightActionGroupData => ({
      group,
      actions: entries.map(({ label, description, to }) => ({
        ...{ id: to, label, description },
        onClick: () => void router.navigate({ to }),
      })),
    }),
  );
  return (
    <Spotlight
      store={store}
      actions={actions}
      filter={(_, all) => all}
      query={text}
      onQueryChange={setText}
      onSpotlightClose={close}
      shortcut={null}
      scrollable
      attributes={{ content: { 'aria-label': t`Search` } }}
      maxHeight={420}
      nothingFound={isReading ? t`Searching …` : t`Nothing found`}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t`Pages, nodes, publishers, ids`,
        'aria-label': t`Search everything`,
      }}
    />
  );
}

function pagesWith(text: string, session: Session | null): Entries[] {
  const words = text.toLowerCase();
  const pages = areasFor(session).flatMap(({ title: area, links }) =>
    links.map(({ title, to }) => ({ label: title, description: area, to })),
  );
  const entries = pages.filter(({ label }) => label.toLowerCase().includes(words));
  return entries.length === 0 ? [] : [{ group: t`Pages`, entries }];
}

/** What the service finds of the words, once there is a pause in typing. */
function useFound(text: string, session: Session | null): { found: Entries[]; isReading: boolean } {
  const [search] = useDebouncedValue(text, TYPING_PAUSE_MS);
  const query = { search, limit: FOUND_MAX };
  const shared = { enabled: search !== '', placeholderData: keepPreviousData } as const;
  const isAdmin = session?.isAdmin === true;
  const nodes = useQuery({ ...searchNodesOptions({ query }), ...shared });
  const publishers = useQuery({ ...listPublishersOptions({ query }), ...shared });
  const users = useQuery({ ...listUsersOptions({ query }), ...shared, enabled: isAdmin && search !== '' });
  const isReading = search !== text || [nodes, publishers, users].some(({ isFetching }) => isFetching);
  if (search === '') return { found: [], isReading };
  const groups: Entries[] = [
    {
      group: t`Tasks`,
      entries:
        session && ID.test(search) ? [{ label: t`Task ${search}`, to: `/studio/tasks/${search}` }] : [],
    },
    {
      group: t`Users`,
      entries: (users.data?.users ?? []).map(({ id, name, email }) => ({
        ...{ label: name, description: email, to: `/admin/users/${id}` },
      })),
    },
    {
      group: t`Nodes`,
      entries: (nodes.data?.nodes ?? []).map(({ id, name }) => ({
        ...{ label: name, description: id, to: `/registry/nodes/${id}` },
      })),
    },
    {
      group: t`Publishers`,
      entries: (publishers.data ?? []).map(({ id, name }) => ({
        ...{ label: name, description: id, to: `/registry/publishers/${id}` },
      })),
    },
  ];
  return { found: groups.filter(({ entries }) => entries.length > 0), isReading };
}
