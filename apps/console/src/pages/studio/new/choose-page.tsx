import { t } from '@lingui/core/macro';
import { AspectRatio, Badge, Card, Center, Group, SimpleGrid, Text } from '@mantine/core';
import { IconMicrophone, IconMusic, IconPhoto, IconVideo } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listModelsOptions } from '@atelier/client/react-query';
import { PageLink } from '../../../parts/link.js';
import { isMediaKind, MEDIA_KINDS, MEDIA_TITLES, titleOfKind } from '../../../parts/media-kinds.js';
import { Page } from '../../../parts/page.js';
import { Section } from '../../../parts/section.js';
import { Failure } from '../../../parts/states.js';
import classes from './choose-page.module.css';
import { JOBS } from './jobs.js';
import { MODEL_JOBS } from './model-form.js';

const MEDIA = ['image', 'video', 'music'] as const;
const ICONS = { image: IconPhoto, video: IconVideo, music: IconMusic, speech: IconMicrophone } as const;
const COLUMNS = { base: 2, md: 3, xl: 4 };

export function ChoosePage(): ReactNode {
  return (
    <Page title={t`Make`} text={t`Choose what to make. You see the price before anything starts.`}>
      {MEDIA.map((medium) => (
        <Section key={medium} title={MEDIA_TITLES[medium]}>
          <SimpleGrid cols={COLUMNS}>
            {Object.entries(JOBS)
              .filter(([kind]) => isMediaKind(kind) && MEDIA_KINDS[kind].medium === medium)
              .map(([kind, { text, result }]) => (
                <Kind key={kind} kind={kind} text={text} sample={result} />
              ))}
          </SimpleGrid>
        </Section>
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
    <Section title={t`With a model of your choice`}>
      <SimpleGrid cols={COLUMNS}>
        {[...models].map(([kind, ofKind]) => (
          <Kind key={kind} kind={kind} text={MODEL_JOBS[kind].text}>
            <Group gap={4} mt="xs">
              {ofKind.map(({ model }) => (
                <Badge key={model} variant="default" tt="none">
                  {model}
                </Badge>
              ))}
            </Group>
          </Kind>
        ))}
      </SimpleGrid>
    </Section>
  );
}

function Kind({
  kind,
  text,
  sample,
  children,
}: {
  kind: string;
  text: string;
  sample?: string | undefined;
  children?: ReactNode;
}): ReactNode {
  return (
    <Card className={classes.card}>
      <Card.Section>
        <AspectRatio ratio={16 / 9}>
          <Look kind={kind} sample={sample} />
        </AspectRatio>
      </Card.Section>
      <PageLink to="/studio/new/$kind" params={{ kind }} fw={600} mt="sm" className={classes.link}>
        {titleOfKind(kind)}
      </PageLink>
      <Text size="sm" c="dimmed" mt={4}>
        {text}
      </Text>
      {children}
    </Card>
  );
}

/** A result made from the service's own samples, or an icon for kinds that show nothing. */
function Look({ kind, sample = '' }: { kind: string; sample?: string | undefined }): ReactNode {
  const file = `/samples/${sample}`;
  if (sample.endsWith('.jpg')) return <img src={file} alt="" loading="lazy" />;
  if (sample.endsWith('.mp4')) return <video src={file} muted preload="metadata" aria-hidden tabIndex={-1} />;
  const Icon = ICONS[isMediaKind(kind) ? MEDIA_KINDS[kind].medium : 'image'];
  return (
    <Center bg="var(--mantine-primary-color-light)" c="var(--mantine-primary-color-light-color)" aria-hidden>
      <Icon size={48} stroke={1.25} />
    </Center>
  );
}
