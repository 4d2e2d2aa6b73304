import { t } from '@lingui/core/macro';
import { Alert, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopiedText } from './copied-text.js';

export function ShownOnce({
  label,
  text,
  children,
}: {
  label: string;
  text: string;
  /** What to do with it. */
  children?: ReactNode;
}): ReactNode {
  return (
    <Alert variant="light" title={t`Copy the ${label} now: it is not shown again`}>
      <Stack gap="sm">
        {children && <Text size="sm">{children}</Text>}
        <CopiedText text={text} label={label} />
      </Stack>
    </Alert>
  );
}
