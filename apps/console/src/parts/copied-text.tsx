import { t } from '@lingui/core/macro';
import { Button, Code, CopyButton, Group } from '@mantine/core';
import type { ReactNode } from 'react';

export function CopiedText({ text, label }: { text: string; label: string }): ReactNode {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code block flex={1} aria-label={label} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy} aria-label={`${copied ? t`Copied` : t`Copy`}: ${label}`}>
            {copied ? t`Copied` : t`Copy`}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
