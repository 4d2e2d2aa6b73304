import {
  Button,
  Group,
  NumberInput,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fieldProblems } from '../../../api/field-problems.js';
import { type NodeResponse, updateNodeAsAdmin } from '@atelier/client/api';
import { Failure } from '../../../parts/states.js';

const FIELDS = [
  'status',
  'status_detail',
  'review_reason',
  'search_ranking',
  'github_stars',
  'tags_admin',
  'preempted_app_node_names',
  'reason',
];

export function AdminFields({ node }: { node: NodeResponse }): ReactNode {
  const queries = useQueryClient();
  const isBanned = node.status === 'NodeStatusBanned';
  const form = useForm({
    initialValues: {
      status: node.status,
      status_detail: node.status_detail,
      review_reason: node.review_reason ?? '',
      search_ranking: node.search_ranking,
      github_stars: node.github_stars,
      tags_admin: node.tags_admin,
      preempted_app_node_names: node.preempted_app_node_names,
      reason: '',
    },
  });
  const save = useMutation({
    mutationFn: ({ status, status_detail: detail, ...values }: typeof form.values) =>
      updateNodeAsAdmin({
        path: { nodeId: node.id },
        // A ban has its own button, and shows its reason instead of the detail.
        body: { ...values, ...(isBanned ? {} : { status, status_detail: detail }) },
        throwOnError: true,
      }),
    onSuccess: async () => {
      notifications.show({ message: 'The node is saved.' });
      await queries.invalidateQueries();
    },
    onError: (error) => form.setErrors(fieldProblems(error, FIELDS)),
  });
  const isRest = save.isError && Object.keys(fieldProblems(save.error, FIELDS)).length === 0;
  return (
    <Paper component="form" onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <Title order={2} size="h4">
          Fields for admins
        </Title>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {!isBanned && (
            <>
              <Select
                label="Status"
                allowDeselect={false}
                data={[
                  { value: 'NodeStatusActive', label: 'Active' },
                  { value: 'NodeStatusDeleted', label: 'Deleted' },
                ]}
                {...form.getInputProps('status')}
              />
              <TextInput
                label="Reason of the status"
                description="Everyone sees it."
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                {...form.getInputProps('status_detail')}
              />
            </>
          )}
          <NumberInput
            label="Place in the search"
            description="Lower comes first among equally good matches; 0 for none."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            allowDecimal={false}
            {...form.getInputProps('search_ranking')}
          />
          <NumberInput
            label="Stars of the repository"
            allowDecimal={false}
            min={0}
            {...form.getInputProps('github_stars')}
          />
          <TagsInput
            label="Tags of admins"
            description="Security warnings and the like; its publisher sees them."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('tags_admin')}
          />
          <TagsInput
            label="App nodes it is the main node for"
            description="Names that lead to this node first."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('preempted_app_node_names')}
          />
          <TextInput
            label="Why it needs a review"
            description="Adds it to the review queue; empty removes it."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('review_reason')}
          />
          <TextInput
            label="Reason of the change"
            description="Kept in the audit log."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('reason')}
          />
        </SimpleGrid>
        {isRest && <Failure error={save.error} />}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
