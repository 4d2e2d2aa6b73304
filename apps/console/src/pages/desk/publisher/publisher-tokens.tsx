import { t } from '@lingui/core/macro';
import { Button, Checkbox, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fieldProblems } from '../../../api/field-problems.js';
import { listPublisherTokensOptions, listPublisherTokensQueryKey } from '@atelier/client/react-query';
import { createPublisherToken, revokePublisherToken, type TokenResponse } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { Rows } from '../../../parts/rows.js';
import { ShownOnce } from '../../../parts/shown-once.js';
import { Empty, Failure, Waiting } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';

const DAY_MS = 86_400_000;
const LIFETIMES = [
  { value: '30', label: t`30 days` },
  { value: '90', label: t`90 days` },
  { value: '365', label: t`One year` },
  { value: '', label: t`Until it is revoked` },
];

type Values = { name: string; days: string; mayWrite: boolean };

/** Tokens that may write to this publisher only; for its owners. */
export function PublisherTokens({ publisherId }: { publisherId: string }): ReactNode {
  const queries = useQueryClient();
  const query = useQuery(listPublisherTokensOptions({ path: { publisherId } }));
  const reread = (): Promise<void> =>
    queries.invalidateQueries({ queryKey: listPublisherTokensQueryKey({ path: { publisherId } }) });
  return (
    <Stack>
      <Text
        c="dimmed"
        maw="70ch"
      >{t`For programs that publish, such as a build: each works for this publisher alone. All owners see these tokens, but never their text.`}</Text>
      <TokenForm publisherId={publisherId} reread={reread} />
      {query.isPending && <Waiting />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.data?.length === 0 && <Empty title={t`No tokens yet`} />}
      {query.data && query.data.length > 0 && (
        <TokenRows publisherId={publisherId} tokens={query.data} reread={reread} />
      )}
    </Stack>
  );
}

function TokenForm({ publisherId, reread }: { publisherId: string; reread: () => Promise<void> }): ReactNode {
  const form = useForm<Values>({ initialValues: { name: '', days: '90', mayWrite: true } });
  const create = useMutation({
    mutationFn: ({ name, days, mayWrite }: Values) =>
      createPublisherToken({
        path: { publisherId },
        body: {
          name: name.trim(),
          scopes: mayWrite ? ['registry:read', 'registry:write'] : ['registry:read'],
          ...(days === '' ? {} : { expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
        },
        throwOnError: true,
      }),
    onSuccess: async () => {
      form.reset();
      await reread();
    },
    onError: (error) => form.setErrors(fieldProblems(error, ['name'])),
  });
  const made = create.data?.data;
  return (
    <Paper>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
        <Stack gap="sm">
          <Title order={2} size="h4">{t`Make a token`}</Title>
          <Group align="flex-start" gap="sm">
            <TextInput
              label={t`Name`}
              placeholder={t`release build`}
              required
              maxLength={100}
              flex="2 1 220px"
              {...form.getInputProps('name')}
            />
            <Select
              label={t`It lasts`}
              data={LIFETIMES}
              allowDeselect={false}
              flex="1 1 160px"
              {...form.getInputProps('days')}
            />
          </Group>
          <Checkbox
            label={t`It may publish and edit, not only read`}
            {...form.getInputProps('mayWrite', { type: 'checkbox' })}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={create.isPending}>{t`Make the token`}</Button>
          </Group>
          {create.isError && !form.errors.name && <Failure error={create.error} />}
          {made && <ShownOnce label={t`token “${made.name}”`} text={made.token} />}
        </Stack>
      </form>
    </Paper>
  );
}

function TokenRows({
  publisherId,
  tokens,
  reread,
}: {
  publisherId: string;
  tokens: readonly TokenResponse[];
  reread: () => Promise<void>;
}): ReactNode {
  return (
    <Rows
      caption={t`Tokens of this publisher`}
      rows={tokens}
      rowKey={({ id }) => id}
      columns={[
        { title: t`For`, cell: ({ name }) => name },
        {
          title: t`May`,
          cell: ({ scopes }) => (scopes.includes('registry:write') ? t`publish and edit` : 'read'),
        },
        { title: t`Made`, cell: ({ created_at: at }) => <Time value={at} /> },
        {
          title: t`Last used`,
          cell: ({ last_used_at: at }) => (at ? <Time value={at} /> : 'never'),
        },
        {
          title: t`Ends`,
          cell: ({ expires_at: at }) => (at ? <Time value={at} /> : t`when revoked`),
        },
        {
          title: t`Actions`,
          cell: ({ id, name }) => (
            <ActButton
              size="xs"
              isDangerous
              label={t`Revoke`}
              aria-label={t`Revoke the token ${name}`}
              title={t`Revoke the token “${name}”?`}
              act={() => revokePublisherToken({ path: { publisherId, tokenId: id }, throwOnError: true })}
              done={t`The token ${name} is revoked.`}
              onDone={reread}
            >{t`Programs that use it are refused from now on. It cannot be brought back.`}</ActButton>
          ),
        },
      ]}
    />
  );
}
