import { Button, Group, Paper, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fieldProblems } from '../../../api/field-problems.js';
import { type NodeResponse, savePublisherNode } from '@atelier/client/api';
import { Failure } from '../../../parts/states.js';
import { NO_NODE, NodeFields, type NodeValues, refuseEmptied, valuesOf } from './node-fields.js';
import { useNodeReread } from './use-node-reread.js';

export function NodeDetails({ publisherId, node }: { publisherId: string; node: NodeResponse }): ReactNode {
  const reread = useNodeReread(publisherId);
  const form = useForm<NodeValues>({
    initialValues: valuesOf(node),
    validate: (values) => refuseEmptied(valuesOf(node), values),
  });
  const save = useMutation({
    mutationFn: (body: NodeValues) =>
      savePublisherNode({ path: { publisherId, nodeId: node.id }, body, throwOnError: true }),
    onSuccess: async ({ data }) => {
      form.setInitialValues(valuesOf(data));
      form.reset();
      notifications.show({ message: 'The node is changed.' });
      await reread(node.id);
    },
    onError: (error) => form.setErrors(fieldProblems(error, Object.keys(NO_NODE))),
  });
  return (
    <Paper maw={720}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack>
          <NodeFields form={form} />
          {save.isError && Object.keys(form.errors).length === 0 && <Failure error={save.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
