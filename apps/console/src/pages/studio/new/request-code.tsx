import { t } from '@lingui/core/macro';
import { Stack, Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopiedText } from '../../../parts/copied-text.js';
import { codeOf, type RequestToSend } from './code-of.js';

/** The request as it stands now, for programs. */
export function RequestCode(request: RequestToSend): ReactNode {
  const code = codeOf(request);
  return (
    <Stack gap="xs">
      <Tabs defaultValue="curl" variant="pills" keepMounted={false}>
        <Tabs.List aria-label={t`Language`}>
          {Object.keys(code).map((language) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(code).map(([language, text]) => (
          <Tabs.Panel key={language} value={language} pt="sm">
            <CopiedText text={text} label={t`Request in ${language}`} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Text
        size="sm"
        c="dimmed"
      >{t`Set ATELIER_TOKEN to one of your tokens first. Python and TypeScript use the clients of this service.`}</Text>
    </Stack>
  );
}
