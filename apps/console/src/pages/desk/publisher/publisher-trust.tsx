import { t } from '@lingui/core/macro';
import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listTrustedPublishersOptions, listTrustedPublishersQueryKey } from '@atelier/client/react-query';
import {
  addTrustedPublisher,
  removeTrustedPublisher,
  type TrustedPublisherResponse,
} from '@atelier/client/api';
import { fieldProblems } from '../../../api/field-problems.js';
import { ActButton } from '../../../parts/act-button.js';
import { Facts } from '../../../parts/facts.js';
import { Empty, Failure, Waiting } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';

const GITHUB = 'https://token.actions.githubusercontent.com';
const EMPTY = {
  node_id: '',
  issuer: GITHUB,
  repository: '',
  workflow: '',
  environment: '',
  repository_id: '',
  owner_id: '',
};

/** CI workflows that may publish without a stored secret; for the owners of the publisher. */
export function PublisherTrust({ publisherId }: { publisherId: string }): ReactNode {
  const queries = useQueryClient();
  const path = { publisherId };
  const query = useQuery(listTrustedPublishersOptions({ path }));
  const reread = (): Promise<void> =>
    queries.invalidateQueries({ queryKey: listTrustedPublishersQueryKey({ path }) });
  return (
    <Stack maw={720}>
      <Text c="dimmed">{t`Let a workflow of your repository publish a node, without a token that could be stolen. Each counts as long as the owner who added it is an owner.`}</Text>
      <TrustForm publisherId={publisherId} reread={reread} />
      {query.isPending && <Waiting />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.data?.length === 0 && <Empty title={t`No workflow is trusted yet`} />}
      {query.data?.map((one) => (
        <Trusted key={one.id} publisherId={publisherId} one={one} reread={reread} />
      ))}
    </Stack>
  );
}

function TrustForm({ publisherId, reread }: { publisherId: string; reread: () => Promise<void> }): ReactNode {
  const form = useForm({ initialValues: EMPTY });
  const add = useMutation({
    mutationFn: ({ repository_id, owner_id, ...body }: typeof EMPTY) => {
      const ids = { ...(repository_id && { repository_id }), ...(owner_id && { owner_id }) };
      return addTrustedPublisher({ path: { publisherId }, body: { ...body, ...ids }, throwOnError: true });
    },
    onSuccess: async () => {
      form.reset();
      await reread();
    },
    onError: (error) => form.setErrors(fieldProblems(error, Object.keys(EMPTY))),
  });
  return (
    <Paper>
      <form onSubmit={form.onSubmit((values) => add.mutate(values))}>
        <Stack gap="sm">
          <Title order={2} size="h4">{t`Trust a workflow`}</Title>
          <TextInput
            label={t`Node`}
            description={t`It need not exist yet: its first version creates it.`}
            required
            maxLength={100}
            {...form.getInputProps('node_id')}
          />
          <TextInput label={t`Issuer`} required maxLength={500} {...form.getInputProps('issuer')} />
          <Group align="flex-start" gap="sm">
            <TextInput
              label={t`Repository`}
              placeholder="owner/name"
              required
              maxLength={500}
              flex="1 1 220px"
              {...form.getInputProps('repository')}
            />
            <TextInput
              label={t`Workflow file`}
              placeholder="release.yml"
              required
              maxLength={200}
              flex="1 1 220px"
              {...form.getInputProps('workflow')}
            />
          </Group>
          <TextInput
            label={t`Environment`}
            description={t`With reviewers at its host, it is the best protection. Any when left empty.`}
            maxLength={255}
            {...form.getInputProps('environment')}
          />
          <Group align="flex-start" gap="sm">
            <TextInput
              label={t`Number of the repository`}
              description={t`For a private one.`}
              maxLength={20}
              flex="1 1 220px"
              {...form.getInputProps('repository_id')}
            />
            <TextInput
              label={t`Number of its owner`}
              description={t`For a private one.`}
              maxLength={20}
              flex="1 1 220px"
              {...form.getInputProps('owner_id')}
            />
          </Group>
          <Group justify="flex-end">
            <Button type="submit" loading={add.isPending}>{t`Trust the workflow`}</Button>
          </Group>
          {add.isError && Object.keys(form.errors).length === 0 && <Failure error={add.error} />}
        </Stack>
      </form>
    </Paper>
  );
}

function Trusted({
  publisherId,
  one,
  reread,
}: {
  publisherId: string;
  one: TrustedPublisherResponse;
  reread: () => Promise<void>;
}): ReactNode {
  const name = t`${one.workflow} of ${one.repository}`;
  const path = { publisherId, trustedPublisherId: one.id };
  return (
    <Paper component="section" aria-label={`${one.node_id}: ${name}`}>
      <Stack gap="sm">
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {one.node_id}
        </Title>
        <Facts
          facts={[
            [t`Repository`, `${one.repository} (${one.repository_id})`],
            [t`Workflow`, one.workflow],
            [t`Environment`, one.environment || 'any'],
            [t`Issuer`, one.issuer],
            [t`Only for`, one.ref_type],
            [t`Last used`, one.last_used_at ? <Time key="used" value={one.last_used_at} /> : 'never'],
          ]}
        />
        <Group justify="flex-end">
          <ActButton
            label={t`Remove`}
            isDangerous
            aria-label={t`Remove ${name}`}
            title={t`Trust ${name} no longer?`}
            act={() => removeTrustedPublisher({ path, throwOnError: true })}
            done={t`${name} is not trusted any more.`}
            onDone={reread}
          >{t`It can publish ${one.node_id} no longer, even with a token that it has now.`}</ActButton>
        </Group>
      </Stack>
    </Paper>
  );
}
