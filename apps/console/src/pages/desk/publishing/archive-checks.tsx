import { t } from '@lingui/core/macro';
import { Alert, Checkbox, List, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** What is wrong before anything is sent, and a box to accept what is only unusual. */
export function ArchiveChecks({
  errors,
  warnings,
  isAccepted,
  onAccept,
}: {
  errors: readonly string[];
  warnings: readonly string[];
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
}): ReactNode {
  return (
    <>
      {errors.length > 0 && (
        <Alert color="red" icon={<IconCircleX aria-hidden />} title={t`This package cannot be published yet`}>
          <Sentences texts={errors} />
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t`Please check`}>
          <Stack gap="sm">
            <Sentences texts={warnings} />
            {errors.length === 0 && (
              <Checkbox
                label={t`Publish anyway`}
                checked={isAccepted}
                onChange={({ currentTarget }) => onAccept(currentTarget.checked)}
              />
            )}
          </Stack>
        </Alert>
      )}
    </>
  );
}

function Sentences({ texts }: { texts: readonly string[] }): ReactNode {
  return (
    <List size="sm" style={{ overflowWrap: 'anywhere' }}>
      {texts.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  );
}
