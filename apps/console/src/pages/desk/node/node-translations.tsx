import { locale } from '#language';
import { t } from '@lingui/core/macro';
import { Button, Group, Paper, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type NodeResponse, translateNode } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { Failure } from '../../../parts/states.js';
import { useNodeReread } from './use-node-reread.js';

type Values = { language: string; name: string; description: string };

const languageNames = new Intl.DisplayNames(locale, { type: 'language' });

export function NodeTranslations({ node }: { node: NodeResponse }): ReactNode {
  const languages = Object.entries(node.translations);
  return (
    <Stack maw={720}>
      <Text c="dimmed">{t`The name and description in other languages. Programs that show the node choose the reader’s.`}</Text>
      {languages.map(([language, texts]) => (
        <Paper key={language}>
          <Translation
            key={JSON.stringify(texts)}
            node={node}
            initial={{ language, name: texts.name ?? '', description: texts.description ?? '' }}
          />
        </Paper>
      ))}
      <Paper>
        <Translation key={languages.length} node={node} />
      </Paper>
    </Stack>
  );
}

function Translation({ node, initial }: { node: NodeResponse; initial?: Values }): ReactNode {
  const reread = useNodeReread(node.publisher.id);
  const form = useForm<Values>({
    initialValues: initial ?? { language: '', name: '', description: '' },
    validate: (values) =>
      values.name.trim() === '' && values.description.trim() === ''
        ? { name: t`Enter a name or a description.` }
        : {},
  });
  const send = (language: string, texts: { name?: string; description?: string }): Promise<unknown> =>
    translateNode({
      path: { nodeId: node.id },
      body: { translations: { [language]: texts } },
      throwOnError: true,
    });
  const save = useMutation({
    mutationFn: ({ language, name, description }: Values) =>
      send(language.trim(), {
        ...(name.trim() === '' ? {} : { name: name.trim() }),
        ...(description.trim() === '' ? {} : { description }),
      }),
    onSuccess: async () => {
      notifications.show({ message: t`The translation is saved.` });
      await reread(node.id);
    },
  });
  const title = initial ? nameOf(initial.language) : t`Add a language`;
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} aria-label={title}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {!initial && (
          <TextInput
            label={t`Language`}
            description={t`Its tag, such as de, pt-BR or zh-Hans.`}
            required
            maw={240}
            {...form.getInputProps('language')}
          />
        )}
        <TextInput label={t`Name`} maxLength={200} {...form.getInputProps('name')} />
        <Textarea
          label={t`Description`}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={20_000}
          {...form.getInputProps('description')}
        />
        {save.isError && <Failure error={save.error} />}
        <Group justify="flex-end" gap="xs">
          {initial && (
            <ActButton
              isDangerous
              label={t`Remove`}
              aria-label={t`Remove ${title}`}
              title={t`Remove the texts in ${title}?`}
              act={() => send(initial.language, {})}
              done={t`The texts in ${title} are removed.`}
              onDone={() => reread(node.id)}
            >{t`Readers of this language see the node’s own name and description.`}</ActButton>
          )}
          <Button
            type="submit"
            variant={initial ? 'default' : 'filled'}
            loading={save.isPending}
            disabled={!form.isDirty()}
          >
            {initial ? t`Save` : t`Add`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function nameOf(language: string): string {
  try {
    return `${languageNames.of(language) ?? language} (${language})`;
  } catch {
    return language;
  }
}
