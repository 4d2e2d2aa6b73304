import { t } from '@lingui/core/macro';
import { locale } from '#language';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { NodeResponse } from '@atelier/client/api';
import { Description } from '../../parts/description.js';
import { Section } from '../../parts/section.js';

/** The name and description of a node in other languages. */
export function Translations({ node }: { node: NodeResponse }): ReactNode {
  const texts = Object.entries(node.translations);
  if (texts.length === 0) return null;
  return (
    <Section title={t`In other languages`}>
      {texts.map(([language, { name, description }]) => (
        <div key={language} lang={language}>
          <Text fw={600}>
            {languageName(language)}
            {name && `: ${name}`}
          </Text>
          {description && <Description text={description} />}
        </div>
      ))}
    </Section>
  );
}

function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
