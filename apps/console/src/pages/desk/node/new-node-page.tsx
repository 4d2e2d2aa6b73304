import { Button, Group, Paper, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../../api/api-error.js';
import { fieldProblems } from '../../../api/field-problems.js';
import { listPublisherNodesInfiniteQueryKey, listPublisherNodesQueryKey } from '@atelier/client/react-query';
import { createPublisherNode } from '@atelier/client/api';
import { Failure } from '../../../parts/states.js';
import { DeskPage } from '../desk-page.js';
import { NO_NODE, NodeFields, type NodeValues } from './node-fields.js';

const route = getRouteApi('/signed-in/desk/publishers/$publisherId/new-node');

export function NewNodePage(): ReactNode {
  const { publisherId } = route.useParams();
  return (
    <DeskPage
      publisherId={publisherId}
      title="Create a node"
      text="A node is a package for the host application. It can be found as soon as it exists, and installed once it has a version."
    >
      {() => <NewNodeForm publisherId={publisherId} />}
    </DeskPage>
  );
}

function NewNodeForm({ publisherId }: { publisherId: string }): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm<NodeValues & { id: string }>({ initialValues: { ...NO_NODE, id: '' } });
  const create = useMutation({
    mutationFn: ({ id, ...fields }: NodeValues & { id: string }) =>
      createPublisherNode({
        path: { publisherId },
        body: { id: id.trim(), ...fields },
        throwOnError: true,
      }),
    onSuccess: async ({ data }) => {
      for (const queryKey of [
        listPublisherNodesInfiniteQueryKey({ path: { publisherId } }),
        listPublisherNodesQueryKey({ path: { publisherId } }),
      ])
        void queries.invalidateQueries({ queryKey });
      await navigate({
        to: '/desk/publishers/$publisherId/nodes/$nodeId',
        params: { publisherId, nodeId: data.id },
      });
    },
    onError: (error) =>
      form.setErrors(
        error instanceof ApiError && error.code === 'node_taken'
          ? { id: `${error.message} If you deleted it, publish a version to bring it back.` }
          : fieldProblems(error, ['id', ...Object.keys(NO_NODE)]),
      ),
  });
  return (
    <Paper maw={720}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
        <Stack>
          <TextInput
            label="Id"
            required
            maxLength={100}
            description="The name to install it by; it cannot be changed. Letters, digits, dots, underscores and dashes."
            placeholder="my-node"
            {...form.getInputProps('id')}
          />
          <NodeFields form={form} />
          {create.isError && Object.keys(form.errors).length === 0 && <Failure error={create.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={create.isPending}>
              Create the node
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
