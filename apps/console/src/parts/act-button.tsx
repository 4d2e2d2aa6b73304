import { Button, type ButtonProps, Group, Kbd, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Failure } from './states.js';

/**
 * A button for an act that needs confirmation: a dialog names the target and the consequences, holds the fields of
 * the act, and stays open with the error when the act is refused.
 */
export function ActButton({
  label,
  title,
  children,
  confirm = label,
  isDangerous = false,
  canAct = true,
  hotkey,
  act,
  done,
  onDone,
  ...button
}: {
  label: string;
  /** The question: `Delete the node "demo"?` */
  title: string;
  /** Consequences, and fields. */
  children?: ReactNode;
  /** Label of the button in the dialog. */
  confirm?: string;
  isDangerous?: boolean;
  /** Whether the required fields are filled in. */
  canAct?: boolean;
  /** A key that opens the dialog when no other one is open. */
  hotkey?: string;
  act: () => Promise<unknown>;
  /** Notification when it is done. */
  done: string;
  onDone?: () => unknown;
} & ButtonProps): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  const hasActed = useRef(false);
  useEffect(
    () => () => {
      if (hasActed.current) setTimeout(refocusHeading);
    },
    [],
  );
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: async () => {
      hasActed.current = true;
      close();
      notifications.show({ message: done });
      await onDone?.();
    },
  });
  const show = (): void => {
    mutation.reset();
    open();
  };
  const showByKey = (): void => {
    if (document.querySelector('[role="dialog"]') === null) show();
  };
  useHotkeys(hotkey === undefined ? [] : [[hotkey, showByKey]]);
  return (
    <>
      <Button
        variant="default"
        {...(isDangerous ? { c: 'red' } : {})}
        {...(hotkey === undefined ? {} : { rightSection: <Kbd aria-hidden>{hotkey.toUpperCase()}</Kbd> })}
        {...button}
        aria-keyshortcuts={hotkey}
        onClick={show}
      >
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

/** The act may remove the button that had the focus: move it to the heading of the page. */
function refocusHeading(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true });
}
