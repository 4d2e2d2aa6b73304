import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Group, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fieldProblems } from '../../api/field-problems.js';
import { createToken, type SessionResponse } from '@atelier/client/api';
import { ShownOnce } from '../../parts/shown-once.js';
import { Failure } from '../../parts/states.js';

type Scope = SessionResponse['scopes'][number];

const DAY_MS = 86_400_000;
const MEANINGS: Record<Scope, string> = {
  media: t`Make pictures, videos and music, and read their tasks`,
  'registry:read': t`Read what members of your publishers see`,
  'registry:write': t`Publish and change nodes of your publishers`,
  admin: t`Administer the whole service`,
};
const ENDS = [
  { value: '7', label: t`In 7 days` },
  { value: '30', label: t`In 30 days` },
  { value: '90', label: t`In 90 days` },
  { value: '365', label: t`In a year` },
  { value: '', label: t`Never, until it is revoked` },
];

export function NewToken({ scopes, onMade }: { scopes: readonly Scope[]; onMade: () => unknown }): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button onClick={open}>{t`New token`}</Button>
      <Modal opened={isOpen} onClose={close} title={t`New token`} size="lg">
        <NewTokenForm scopes={scopes} onMade={onMade} close={close} />
      </Modal>
    </>
  );
}

function NewTokenForm({
  scopes,
  onMade,
  close,
}: {
  scopes: readonly Scope[];
  onMade: () => unknown;
  close: () => void;
}): ReactNode {
  const form = useForm({
    initialValues: {
      name: '',
      description: '',
      scopes: scopes.filter((scope) => scope !== 'admin') as string[],
      days: '90',
    },
    validate: { scopes: (chosen) => (chosen.length === 0 ? t`Choose at least one.` : null) },
  });
  const make = useMutation({
    mutationFn: async ({ days, ...values }: typeof form.values) => {
      const ends =
        days === '' ? {} : { expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString() };
      const body = { ...values, scopes: values.scopes as Scope[], ...ends };
      return (await createToken({ body, throwOnError: true })).data;
    },
    onSuccess: onMade,
    onError: (error) => form.setErrors(fieldProblems(error, ['name', 'description', 'scopes'])),
  });
  if (make.data)
    return (
      <Stack>
        <ShownOnce label={t`token`} text={make.data.token}>
          <Trans>
            Keep it where only the program can read it, and send it as <code>Authorization: Bearer …</code>
          </Trans>
        </ShownOnce>
        <Group justify="flex-end">
          <Button onClick={close}>{t`Done`}</Button>
        </Group>
      </Stack>
    );
  const isShownAtFields = Object.keys(form.errors).length > 0;
  return (
    <form onSubmit={form.onSubmit((values) => make.mutate(values))}>
      <Stack>
        <TextInput
          label={t`Name`}
          description={t`A name by which you recognise it.`}
          placeholder="laptop"
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t`Description`}
          description={t`Such as where it is stored and who renews it.`}
          maxLength={500}
          autosize
          {...form.getInputProps('description')}
        />
        <Checkbox.Group label={t`It may`} {...form.getInputProps('scopes')}>
          <Stack gap="xs" mt="xs">
            {scopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={MEANINGS[scope]} description={scope} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Select label={t`It ends`} data={ENDS} allowDeselect={false} {...form.getInputProps('days')} />
        {make.isError && !isShownAtFields && <Failure error={make.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>{t`Cancel`}</Button>
          <Button type="submit" loading={make.isPending}>{t`Make the token`}</Button>
        </Group>
      </Stack>
    </form>
  );
}
