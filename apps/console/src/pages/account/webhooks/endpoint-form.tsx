import { Button, Checkbox, Group, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fieldProblems } from '../../../api/field-problems.js';
import { KIND_CHOICES } from '../../../parts/media-kinds.js';
import { Failure } from '../../../parts/states.js';
import { TASK_STATUSES, type TaskStatus } from '../../../parts/task-statuses.js';

export type EndpointFields = {
  url: string;
  description: string;
  kinds: string[];
  statuses: TaskStatus[];
  notices: boolean;
};

/** The form of an endpoint; `save` resolves when it is saved. */
export function EndpointForm({
  initial,
  label,
  save,
  close,
}: {
  initial: EndpointFields;
  label: string;
  save: (fields: EndpointFields) => Promise<unknown>;
  close: () => void;
}): ReactNode {
  const form = useForm({ initialValues: initial });
  const mutation = useMutation({
    mutationFn: save,
    onError: (error) => form.setErrors(fieldProblems(error, Object.keys(initial))),
  });
  const isShownAtFields = Object.keys(form.errors).length > 0;
  return (
    <form onSubmit={form.onSubmit((fields) => mutation.mutate(fields))}>
      <Stack>
        <TextInput
          label="Address"
          description="Where your program takes POST requests, from anywhere: https://…"
          type="url"
          required
          maxLength={2_000}
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput
          label="Description"
          description="A name by which you recognise it."
          maxLength={200}
          {...form.getInputProps('description')}
        />
        <MultiSelect
          label="Kinds of tasks"
          description="All if you choose none."
          data={KIND_CHOICES}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'All kinds' }}
          {...form.getInputProps('kinds')}
        />
        <MultiSelect
          label="Statuses"
          description="All if you choose none."
          data={[...TASK_STATUSES]}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Every status' }}
          {...form.getInputProps('statuses')}
        />
        <Checkbox
          label="Decisions on my packages and reports"
          {...form.getInputProps('notices', { type: 'checkbox' })}
        />
        {mutation.isError && !isShownAtFields && <Failure error={mutation.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={mutation.isPending}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
