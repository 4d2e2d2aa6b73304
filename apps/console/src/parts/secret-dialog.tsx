import { t } from '@lingui/core/macro';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { ShownOnce } from './shown-once.js';

/** A button with a dialog whose form makes something with a secret, which it then shows once. */
export function SecretDialog({
  label,
  secret: { name, hint },
  children,
}: {
  /** Of the button, and the title of the dialog. */
  label: string;
  /** What the secret is called, and what to do with it. */
  secret: { name: string; hint: ReactNode };
  /** The form: it calls `show` when it is saved. */
  children: (show: (secret: string) => void, close: () => void) => ReactNode;
}): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<string>();
  const begin = (): void => {
    setSecret(undefined);
    open();
  };
  return (
    <>
      <Button onClick={begin}>{label}</Button>
      <Modal opened={isOpen} onClose={close} title={label} size="lg">
        {secret === undefined ? (
          children(setSecret, close)
        ) : (
          <Stack>
            <ShownOnce label={name} text={secret}>
              {hint}
            </ShownOnce>
            <Group justify="flex-end">
              <Button onClick={close}>{t`Done`}</Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  );
}
