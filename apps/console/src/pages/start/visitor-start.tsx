import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Grid, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { NodeResponse } from '@atelier/client/api';
import { listRisingOptions, searchNodesOptions } from '@atelier/client/react-query';
import { ComparedPictures } from '../../parts/compared-pictures.js';
import { CopiedText } from '../../parts/copied-text.js';
import { PageLink } from '../../parts/link.js';
import { NodeCards } from '../../parts/node-card.js';
import { count } from '../../parts/numbers.js';
import { Page } from '../../parts/page.js';
import { Section } from '../../parts/section.js';
import { Failure } from '../../parts/states.js';

const SHOWN = 4;
/** More than are shown, as one list leaves out what another shows. */
const READ = 3 * SHOWN;

/** What the service is, for people who are not signed in: its registry, and what its media side does. */
export function VisitorStart(): ReactNode {
  const popular = useQuery(searchNodesOptions({ query: { sort: 'downloads', limit: READ } }));
  const newest = useQuery(searchNodesOptions({ query: { sort: 'newest', limit: READ } }));
  const rising = useQuery(listRisingOptions({ query: { limit: READ } }));
  const lists = [
    { title: t`Popular`, nodes: popular.data?.nodes },
    { title: t`Rising this week`, nodes: rising.data?.nodes.map(({ node }) => node) },
    { title: t`New`, nodes: newest.data?.nodes },
  ];
  return (
    <Page
      title={t`Nodes to install, and an API for pictures, videos and music`}
      text={t`Atelier is a registry of nodes for your host application, and a gateway to media engines and vendors.`}
    >
      <Search total={popular.data?.total} />
      {popular.isError && <Failure error={popular.error} retry={() => void popular.refetch()} />}
      {withoutRepeats(lists).map(
        ({ title, nodes }) =>
          nodes.length > 0 && (
            <Section key={title} title={title} size="h3">
              <NodeCards label={title} nodes={nodes} order={3} />
            </Section>
          ),
      )}
      <Media />
      <Begin />
    </Page>
  );
}

/** Each node in its first list alone. */
function withoutRepeats(
  lists: readonly { title: string; nodes: readonly NodeResponse[] | undefined }[],
): { title: string; nodes: readonly NodeResponse[] }[] {
  const seen = new Set<string>();
  return lists.map(({ title, nodes = [] }) => {
    const own = nodes.filter(({ id }) => !seen.has(id)).slice(0, SHOWN);
    for (const { id } of own) seen.add(id);
    return { title, nodes: own };
  });
}

function Search({ total }: { total: number | undefined }): ReactNode {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  return (
    <Stack gap="xs">
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ to: '/registry', search: text.trim() === '' ? {} : { search: text.trim() } });
        }}
      >
        <Group gap="sm" align="flex-end">
          <TextInput
            type="search"
            size="lg"
            flex={1}
            miw={240}
            label={t`Search nodes`}
            placeholder={t`depth map, LoadImage, github.com/…`}
            leftSection={<IconSearch size={20} aria-hidden />}
            maxLength={1_000}
            value={text}
            onChange={({ currentTarget: { value } }) => setText(value)}
          />
          <Button type="submit" size="lg">{t`Search`}</Button>
        </Group>
      </form>
      {total !== undefined && (
        <Text c="dimmed">
          {plural(total, {
            one: '# node is published here.',
            other: `${count(total)} nodes are published here.`,
          })}{' '}
          <PageLink to="/registry">{t`Browse all`}</PageLink>
        </Text>
      )}
    </Stack>
  );
}

/** What the engine of this service made of its sample. */
function Media(): ReactNode {
  return (
    <Section title={t`Pictures, videos and music by one API`} size="h3">
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <ComparedPictures
            before="/samples/room.jpg"
            after="/console/room-at-sunset.webp"
            names={[t`A room`, t`The same at sunset`]}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="sm">
            <Text>{t`Relight a picture, make a video from one, or compose music, with the engines of this service or with vendors. The price is known before.`}</Text>
            <Text
              size="sm"
              c="dimmed"
            >{t`This picture was made by the engine of this service from “warm sunset from the left”.`}</Text>
            <Text>
              <Anchor href="/guide/picture/">{t`Make a picture with the API`}</Anchor>
            </Text>
          </Stack>
        </Grid.Col>
      </Grid>
    </Section>
  );
}

function Begin(): ReactNode {
  return (
    <Section title={t`How to begin`} size="h3">
      <Text>{t`Reading the registry needs no account:`}</Text>
      <CopiedText
        label={t`Search by the API`}
        text={`curl '${window.location.origin}/nodes/search?search=depth&limit=3'`}
      />
      <Text>
        <Trans>
          To publish a node or to make media, sign in above with a token or an invitation of your admin. The{' '}
          <Anchor href="/guide/">guide</Anchor> has tutorials, and the{' '}
          <Anchor href="/docs">API documentation</Anchor> lets you try each call.
        </Trans>
      </Text>
    </Section>
  );
}
