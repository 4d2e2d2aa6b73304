import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './states.js';

/**
 * A button for something that asks first: a dialog names the thing and what comes of it, holds the fields that the act needs, and stays
 * open with the reason when the act is refused.
 */
export function ActButton({
  label,
  title,
  children,
  confirm = label,
  isDangerous = false,
  canAct = true,
  act,
  done,
  onDone,
  ...button
}: {
  label: string;
  /** The question: `Delete the node "demo"?` */
  title: string;
  /** What comes of it, and fields. */
  children?: ReactNode;
  /** The word of the button in the dialog. */
  confirm?: string;
  isDangerous?: boolean;
  /** Whether the fields are filled in. */
  canAct?: boolean;
  act: () => Promise<unknown>;
  /** Said when it is done. */
  done: string;
  onDone?: () => unknown;
} & ButtonProps): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: async () => {
      close();
      notifications.show({ message: done });
      await onDone?.();
    },
  });
  const show = (): void => {
    mutation.reset();
    open();
  };
  return (
    <>
      <Button variant="default" {...(isDangerous ? { c: 'red' } : {})} {...button} onClick={show}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            mutation.mutate();
          }}
        >
          <Stack>
            {typeof children === 'string' ? <Text size="sm">{children}</Text> : children}
            {mutation.isError && <Failure error={mutation.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Keep as it is
              </Button>
              <Button
                type="submit"
                {...(isDangerous ? { color: 'red' } : {})}
                disabled={!canAct}
                loading={mutation.isPending}
              >
                {confirm}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
