import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Grid, Group, Image, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listTasksInfiniteQueryKey, listTasksQueryKey } from '@atelier/client/react-query';
import { relightImage } from '@atelier/client/api';
import { addressOptions, sampleUrl } from '../../api/samples.js';
import { PageLink } from '../../parts/link.js';
import { Failure } from '../../parts/states.js';

const SAMPLE = 'room.jpg';
const LIGHTS = [
  { title: t`Sunset from the left`, prompt: t`warm (sunset:1.3) from the left` },
  { title: t`Blue night`, prompt: t`night, cool blue moonlight from the right` },
  { title: t`Bright morning`, prompt: t`bright morning daylight from above` },
];

export function TryRelight(): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const address = useQuery(addressOptions);
  const relight = useMutation({
    mutationFn: async (prompt: string) => {
      const image = sampleUrl(address.data ?? window.location.origin, SAMPLE);
      const { data } = await relightImage({ body: { image, prompt }, throwOnError: true });
      return data.data.task_id;
    },
    onSuccess: async (id) => {
      void queries.invalidateQueries({ queryKey: listTasksQueryKey() });
      void queries.invalidateQueries({ queryKey: listTasksInfiniteQueryKey() });
      await navigate({ to: '/studio/tasks/$id', params: { id } });
    },
  });
  return (
    <Paper component="section" aria-label={t`Try it`}>
      <Grid align="center" gap="lg">
        <Grid.Col span={{ base: 12, sm: 5 }}>
          <Image
            src={`/samples/${SAMPLE}`}
            alt={t`The sample: four balls on a wooden floor in plain light`}
            radius="md"
            mah={260}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 7 }}>
          <Stack gap="sm">
            <Title order={2} size="h4">{t`Give this picture another light`}</Title>
            <Text>{t`Choose a light. A few seconds later you can compare before and after.`}</Text>
            <Group gap="xs">
              {LIGHTS.map(({ title, prompt }) => (
                <Button
                  key={prompt}
                  variant={relight.variables === prompt && relight.isPending ? 'filled' : 'light'}
                  loading={relight.isPending && relight.variables === prompt}
                  disabled={relight.isPending && relight.variables !== prompt}
                  onClick={() => relight.mutate(prompt)}
                >
                  {title}
                </Button>
              ))}
            </Group>
            {relight.isError && <Failure error={relight.error} />}
            <Text size="sm">
              <Trans>
                Or{' '}
                <PageLink to="/studio/new/$kind" params={{ kind: 'image-relight' }}>
                  relight your own picture
                </PageLink>
                .
              </Trans>
            </Text>
          </Stack>
        </Grid.Col>
      </Grid>
    </Paper>
  );
}
