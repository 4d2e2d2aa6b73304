import { t } from '@lingui/core/macro';
import { Button, Collapse, Group, SimpleGrid, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Failure } from '../states.js';
import { type FieldOf, type FieldsProps, useFields } from './use-fields.js';

/**
 * The form of an operation: labels, descriptions, limits and required fields are those of its schema, and what the
 * API refuses is shown at its fields. `<SchemaForm<UpdatePublisherRequest> schema={updatePublisherForm} … />`
 */
export function SchemaForm<Body extends object, Result = unknown>({
  fields,
  more = [],
  columns = 1,
  save,
  label = t`Save`,
  done,
  onSaved,
  cancel,
  children,
  ...props
}: FieldsProps<Body> & {
  /** Fields that are folded until asked for. */
  more?: readonly FieldOf<Body>[];
  columns?: number;
  save: (body: Body) => Promise<Result>;
  /** Of the button. */
  label?: string;
  /** A note when it is saved. */
  done?: string;
  /** Instead of reading again what is on the page. */
  onSaved?: (result: Result) => unknown;
  /** Shows a button that leaves the form. */
  cancel?: () => void;
  /** Before the fields. */
  children?: ReactNode;
}): ReactNode {
  const form = useFields<Body>({ ...props, fields: [...fields, ...more] });
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: (body: Body) => save(body),
    onSuccess: async (result) => {
      if (done !== undefined) notifications.show({ message: done });
      await (onSaved ? onSaved(result) : queries.invalidateQueries());
      form.clear();
    },
    onError: form.refuse,
  });
  const main = form.controls.slice(0, fields.length);
  const further = form.controls.slice(fields.length);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isFit()) mutation.mutate(form.body);
      }}
    >
      <Stack>
        {children}
        {columns === 1 ? main : <SimpleGrid cols={{ base: 1, sm: columns }}>{main}</SimpleGrid>}
        {further.length > 0 && <More>{further}</More>}
        {form.failure !== undefined && <Failure error={form.failure} />}
        <Group justify="flex-end">
          {cancel && <Button variant="default" onClick={cancel}>{t`Cancel`}</Button>}
          <Button
            type="submit"
            loading={mutation.isPending}
            disabled={props.isEdit === true && !form.isChanged}
          >
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Fields that are folded until asked for. */
export function More({ children }: { children: ReactNode }): ReactNode {
  const [isOpen, { toggle }] = useDisclosure();
  const id = useId();
  return (
    <>
      <Group>
        <Button variant="subtle" onClick={toggle} aria-expanded={isOpen} aria-controls={id}>
          {isOpen ? t`Fewer fields` : t`More fields`}
        </Button>
      </Group>
      <Collapse expanded={isOpen} id={id}>
        <Stack>{children}</Stack>
      </Collapse>
    </>
  );
}
