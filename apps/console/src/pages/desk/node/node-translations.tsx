import { locale } from '#language';
import { t } from '@lingui/core/macro';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { type NodeResponse, translateNode } from '@atelier/client/api';
import { savePublisherNodeForm } from '../../../api/generated/bodies/savePublisherNode.js';
import { ActButton } from '../../../parts/act-button.js';
import type { Field } from '../../../parts/form/field.js';
import { SchemaForm } from '../../../parts/form/schema-form.js';
import { Lead } from '../../../parts/lead.js';
import { Panel } from '../../../parts/panel.js';

type Texts = { name?: string; description?: string };

const LANGUAGE: Field = {
  path: 'language',
  'x-label': t`Language`,
  control: 'text',
  isWhole: false,
  isRequired: true,
  maxLength: 35,
  description: t`Its tag, such as de, pt-BR or zh-Hans.`,
};
const languageNames = new Intl.DisplayNames(locale, { type: 'language' });

export function NodeTranslations({ node }: { node: NodeResponse }): ReactNode {
  return (
    <Stack maw={720}>
      <Lead>{t`The name and description in other languages. Programs that show the node choose the reader’s.`}</Lead>
      {Object.entries(node.translations).map(([language, texts]) => (
        <Translation key={language} node={node} language={language} texts={texts} />
      ))}
      <Translation node={node} />
    </Stack>
  );
}

/** The texts in one language, or those of a new one. */
function Translation({
  node,
  language,
  texts,
}: {
  node: NodeResponse;
  language?: string;
  texts?: Texts;
}): ReactNode {
  const title = language === undefined ? t`Add a language` : nameOf(language);
  const send = (tag: string, { name, description }: Texts): Promise<unknown> =>
    translateNode({
      path: { nodeId: node.id },
      body: { translations: { [tag]: { ...(name && { name }), ...(description && { description }) } } },
      throwOnError: true,
    });
  return (
    <Panel
      title={title}
      beside={
        language !== undefined && (
          <ActButton
            isDangerous
            size="xs"
            label={t`Remove`}
            aria-label={t`Remove ${title}`}
            title={t`Remove the texts in ${title}?`}
            act={() => send(language, {})}
            done={t`The texts in ${title} are removed.`}
          >{t`Readers of this language see the node’s own name and description.`}</ActButton>
        )
      }
    >
      <SchemaForm<Texts & { language?: string }>
        schema={[LANGUAGE, ...savePublisherNodeForm]}
        fields={[
          ...(language === undefined ? (['language'] as const) : []),
          { path: 'name', description: '' },
          { path: 'description', description: '' },
        ]}
        initial={texts}
        isEdit
        check={({ name, description }): Record<string, string> =>
          name || description ? {} : { name: t`Enter a name or a description.` }
        }
        save={({ language: tag = '', ...entered }) => send(language ?? tag, entered)}
        label={language === undefined ? t`Add` : t`Save`}
        done={t`The translation is saved.`}
      />
    </Panel>
  );
}

function nameOf(language: string): string {
  try {
    return `${languageNames.of(language) ?? language} (${language})`;
  } catch {
    return language;
  }
}
