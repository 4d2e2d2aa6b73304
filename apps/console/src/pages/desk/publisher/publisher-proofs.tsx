import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getPublisherQueryKey, listProofsOptions, listProofsQueryKey } from '@atelier/client/react-query';
import {
  checkProof,
  createProof,
  type CreateProofRequest,
  deleteProof,
  type ProofResponse,
} from '@atelier/client/api';
import { fieldProblems } from '../../../api/field-problems.js';
import { ActButton } from '../../../parts/act-button.js';
import { CopiedText } from '../../../parts/copied-text.js';
import { Empty, Failure, Waiting } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { Time } from '../../../parts/time.js';

type Values = CreateProofRequest;

const METHODS: { value: Values['method']; label: string }[] = [
  { value: 'dns', label: t`A domain` },
  { value: 'repository', label: t`A public repository` },
];

/** Proofs that domains and repositories are the publisher's; for its owners. */
export function PublisherProofs({ publisherId }: { publisherId: string }): ReactNode {
  const queries = useQueryClient();
  const path = { publisherId };
  const query = useQuery(listProofsOptions({ path }));
  const reread = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: listProofsQueryKey({ path }) });
    await queries.invalidateQueries({ queryKey: getPublisherQueryKey({ path }) });
  };
  return (
    <Stack maw={720}>
      <Text c="dimmed">{t`Show people who you are: a domain or a repository that you prove stands at your publisher and at its nodes. Each is checked again every week.`}</Text>
      <ProofForm publisherId={publisherId} reread={reread} />
      {query.isPending && <Waiting />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.data?.length === 0 && <Empty title={t`Nothing proved yet`} />}
      {query.data?.map((proof) => (
        <Proof key={proof.id} publisherId={publisherId} proof={proof} reread={reread} />
      ))}
    </Stack>
  );
}

function ProofForm({ publisherId, reread }: { publisherId: string; reread: () => Promise<void> }): ReactNode {
  const form = useForm<Values>({ initialValues: { method: 'dns', subject: '' } });
  const create = useMutation({
    mutationFn: (body: Values) => createProof({ path: { publisherId }, body, throwOnError: true }),
    onSuccess: async () => {
      form.reset();
      await reread();
    },
    onError: (error) => form.setErrors(fieldProblems(error, ['subject'])),
  });
  const isDomain = form.values.method === 'dns';
  return (
    <Paper>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
        <Stack gap="sm">
          <Title order={2} size="h4">{t`Prove what is yours`}</Title>
          <Group align="flex-start" gap="sm">
            <Select
              label={t`It is`}
              data={METHODS}
              allowDeselect={false}
              flex="1 1 160px"
              {...form.getInputProps('method')}
            />
            <TextInput
              label={isDomain ? t`Domain` : t`Address of the repository`}
              placeholder={isDomain ? 'example.com' : 'https://github.com/owner/repository'}
              required
              maxLength={500}
              flex="2 1 220px"
              {...form.getInputProps('subject')}
            />
          </Group>
          <Group justify="flex-end">
            <Button type="submit" loading={create.isPending}>{t`Begin the proof`}</Button>
          </Group>
          {create.isError && !form.errors.subject && <Failure error={create.error} />}
        </Stack>
      </form>
    </Paper>
  );
}

function Proof({
  publisherId,
  proof: { id, method, subject, status, challenge, reason, checked_at: checkedAt },
  reread,
}: {
  publisherId: string;
  proof: ProofResponse;
  reread: () => Promise<void>;
}): ReactNode {
  const path = { publisherId, proofId: id };
  const check = useMutation({
    mutationFn: () => checkProof({ path, throwOnError: true }),
    onSuccess: async ({ data }) => {
      notifications.show({ message: data.reason ?? t`${subject} is verified.` });
      await reread();
    },
  });
  return (
    <Paper component="section" aria-label={subject}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {subject}
          </Title>
          <StatusBadge status={status} />
        </Group>
        {method === 'trusted_publishing' ? (
          <Text size="sm">{t`A trusted workflow of this repository has published.`}</Text>
        ) : (
          <Challenge challenge={challenge} />
        )}
        {checkedAt && (
          <Text size="sm" c={reason ? 'red' : 'dimmed'} style={{ overflowWrap: 'anywhere' }}>
            <Trans>
              Checked <Time value={checkedAt} />
              {reason && `: ${reason}`}
            </Trans>
          </Text>
        )}
        {check.isError && <Failure error={check.error} />}
        <Group justify="flex-end">
          <ActButton
            label={t`Remove`}
            isDangerous
            aria-label={t`Remove the proof of ${subject}`}
            title={t`Remove the proof of ${subject}?`}
            act={() => deleteProof({ path, throwOnError: true })}
            done={t`The proof of ${subject} is removed.`}
            onDone={reread}
          >{t`The mark disappears from the publisher and its nodes.`}</ActButton>
          {method !== 'trusted_publishing' && (
            <Button loading={check.isPending} onClick={() => check.mutate()}>{t`Check now`}</Button>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}

function Challenge({ challenge }: { challenge: ProofResponse['challenge'] }): ReactNode {
  const isRecord = challenge.name !== undefined;
  const [place, text] = isRecord ? [challenge.name, challenge.value] : [challenge.path, challenge.content];
  return (
    <>
      <Text size="sm">
        {isRecord
          ? t`Add this TXT record to the domain, and leave it there.`
          : t`Add this file to the default branch, and leave it there.`}
      </Text>
      <CopiedText label={isRecord ? t`name of the record` : t`path of the file`} text={place ?? ''} />
      <CopiedText label={isRecord ? t`value of the record` : t`content of the file`} text={text ?? ''} />
    </>
  );
}
