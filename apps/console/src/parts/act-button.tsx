import { t } from '@lingui/core/macro';
import { Button, type ButtonProps, Group, Kbd, Menu, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, use, useEffect, useRef } from 'react';
import { ActMenuContext } from './act-menu.js';
import { type FieldsProps, useFields } from './form/use-fields.js';
import { Failure } from './states.js';

type Act<Body> = Partial<FieldsProps<Body>> & {
  /** Gets what the reader entered into `fields`. */
  act: (body: Body) => Promise<unknown>;
  /** Consequences, and controls of their own. */
  children?: ReactNode;
  isDangerous?: boolean;
  /** Whether controls of their own are filled in. */
  canAct?: boolean;
  /** Note when it is done; empty if the act gives one itself. */
  done: string;
  /** Instead of reading again what is on the page. */
  onDone?: (() => unknown) | undefined;
};

/**
 * A button for an act that needs confirmation: a dialog names the target and the consequences, holds the fields of
 * the act, and stays open with the error when the act is refused.
 */
export function ActButton<Body extends object = object>({
  label,
  title,
  confirm = label,
  hotkey,
  act,
  schema,
  fields,
  initial,
  isEdit,
  check,
  codes,
  children,
  isDangerous = false,
  canAct,
  done,
  onDone,
  ...button
}: Act<Body> & {
  label: string;
  /** The question: `Delete the node "demo"?` */
  title: string;
  /** Label of the button in the dialog. */
  confirm?: string;
  /** A key that opens the dialog when no other one is open. */
  hotkey?: string;
} & ButtonProps): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  const hasActed = useRef(false);
  useEffect(
    () => () => {
      if (hasActed.current) setTimeout(refocusHeading);
    },
    [],
  );
  const showByKey = (): void => {
    if (document.querySelector('[role="dialog"]') === null) open();
  };
  useHotkeys(hotkey === undefined ? [] : [[hotkey, showByKey]]);
  const menu = use(ActMenuContext);
  return (
    <>
      {menu ? (
        <Menu.Item color={isDangerous ? 'red' : ''} onClick={open}>
          {label}
        </Menu.Item>
      ) : (
        <Button
          variant="default"
          c={isDangerous ? 'red' : undefined}
          rightSection={hotkey && <Kbd aria-hidden>{hotkey.toUpperCase()}</Kbd>}
          {...button}
          aria-keyshortcuts={hotkey}
          onClick={open}
        >
          {label}
        </Button>
      )}
      <Modal
        opened={isOpen}
        onClose={close}
        title={title}
        returnFocus={!menu}
        onExitTransitionEnd={() => menu?.current?.focus()}
      >
        <ActForm<Body>
          {...{ schema, fields, initial, isEdit, check, codes, children, isDangerous, canAct, done }}
          confirm={confirm}
          close={close}
          act={(body) => {
            hasActed.current = true;
            return act(body);
          }}
          onDone={onDone}
        />
      </Modal>
    </>
  );
}

function ActForm<Body extends object>({
  act,
  schema = [],
  fields = [],
  children,
  isDangerous = false,
  canAct = true,
  done,
  onDone,
  confirm,
  close,
  ...props
}: Act<Body> & { confirm: string; close: () => void }): ReactNode {
  const form = useFields<Body>({ ...props, schema, fields });
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: async () => {
      close();
      if (done) notifications.show({ message: done });
      await (onDone ? onDone() : queries.invalidateQueries());
    },
    onError: form.refuse,
  });
  return (
    <form
      noValidate={fields.length > 0}
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isFit()) mutation.mutate(form.body);
      }}
    >
      <Stack>
        {typeof children === 'string' ? <Text size="sm">{children}</Text> : children}
        {form.controls}
        {form.failure !== undefined && <Failure error={form.failure} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>{t`Cancel`}</Button>
          <Button
            type="submit"
            color={isDangerous ? 'red' : undefined}
            disabled={!canAct || (props.isEdit && !form.isChanged)}
            loading={mutation.isPending}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The act may remove the button that had the focus: move it to the heading of the page. */
function refocusHeading(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true });
}
