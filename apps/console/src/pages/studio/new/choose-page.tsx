import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listModelsOptions } from '@atelier/client/react-query';
import { PageLink } from '../../../parts/link.js';
import { Page } from '../../../parts/page.js';
import { Failure } from '../../../parts/states.js';
import { titleOfKind } from '../../../parts/media-kinds.js';
import { JOBS } from './jobs.js';
import { MODEL_JOBS } from './model-form.js';

const MEDIA = ['Pictures', 'Videos', 'Music'] as const;

export function ChoosePage(): ReactNode {
  return (
    <Page title="Make" text="Choose what to make. You see the price before anything starts.">
      {MEDIA.map((medium) => (
        <Kinds key={medium} title={medium}>
          {Object.entries(JOBS)
            .filter(([, job]) => job.medium === medium)
            .map(([kind, { text }]) => (
              <Kind key={kind} kind={kind} text={text} />
            ))}
        </Kinds>
      ))}
      <ModelKinds />
    </Page>
  );
}

/** What the models of vendors make, if there are any. */
function ModelKinds(): ReactNode {
  const { data, isError, error, refetch } = useQuery(listModelsOptions());
  if (isError) return <Failure error={error} retry={() => void refetch()} />;
  if (!data?.models.length) return null;
  const models = Map.groupBy(data.models, ({ kind }) => kind);
  return (
    <Kinds title="With a model of your choice">
      {[...models].map(([kind, ofKind]) => (
        <Kind key={kind} kind={kind} text={MODEL_JOBS[kind].text}>
          <Text size="sm" mt={4}>
            {ofKind.map(({ model }) => model).join(', ')}
          </Text>
        </Kind>
      ))}
    </Kinds>
  );
}

function Kinds({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>{children}</SimpleGrid>
    </Stack>
  );
}

function Kind({ kind, text, children }: { kind: string; text: string; children?: ReactNode }): ReactNode {
  return (
    <Card>
      <PageLink to="/studio/new/$kind" params={{ kind }} fw={600}>
        {titleOfKind(kind)}
      </PageLink>
      <Text size="sm" c="dimmed" mt={4}>
        {text}
      </Text>
      {children}
    </Card>
  );
}
