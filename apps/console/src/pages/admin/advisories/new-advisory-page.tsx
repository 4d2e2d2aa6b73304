import {
  Button,
  Group,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../../api/api-error.js';
import { fieldProblems } from '../../../api/field-problems.js';
import { type NewAdvisoryRequest, publishAdvisory } from '@atelier/client/api';
import { Page } from '../../../parts/page.js';
import { Failure } from '../../../parts/states.js';

const EMPTY = {
  node_id: '',
  severity: 'high' as NewAdvisoryRequest['severity'],
  summary: '',
  details: '',
  introduced: '',
  fixed: '',
  versions: [] as string[],
  aliases: [] as string[],
  references: [] as string[],
};
const FIELDS = Object.keys(EMPTY);

/** Publishes an advisory. */
export function NewAdvisoryPage(): ReactNode {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ initialValues: EMPTY });
  const publish = useMutation({
    mutationFn: async (body: typeof EMPTY) => (await publishAdvisory({ body, throwOnError: true })).data,
    onSuccess: async ({ id }) => {
      notifications.show({ message: `${id} is published.` });
      await queries.invalidateQueries();
      await navigate({ to: '/admin/advisories' });
    },
    onError: (error) => {
      form.setErrors(fieldProblems(error, FIELDS));
      if (error instanceof ApiError && error.code === 'node_not_found')
        form.setFieldError('node_id', error.message);
    },
  });
  return (
    <Page
      title="Publish an advisory"
      text="It is public at once. Without a range and single versions it is about every version, later ones too."
      crumbs={[{ title: 'Advisories', to: '/admin/advisories' }]}
    >
      <Paper component="form" maw={720} onSubmit={form.onSubmit((values) => publish.mutate(values))}>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="Id of the node" required maxLength={100} {...form.getInputProps('node_id')} />
            <Select
              label="Severity"
              allowDeselect={false}
              data={['low', 'moderate', 'high', 'critical']}
              {...form.getInputProps('severity')}
            />
            <TextInput label="First affected version" {...form.getInputProps('introduced')} />
            <TextInput label="First fixed version" {...form.getInputProps('fixed')} />
          </SimpleGrid>
          <TagsInput label="Single affected versions" {...form.getInputProps('versions')} />
          <TextInput label="Summary" required maxLength={200} {...form.getInputProps('summary')} />
          <Textarea
            label="Details, in Markdown"
            autosize
            minRows={4}
            maxLength={20_000}
            {...form.getInputProps('details')}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TagsInput label="Ids of CVE, GHSA or others" {...form.getInputProps('aliases')} />
            <TagsInput label="Addresses to read more" {...form.getInputProps('references')} />
          </SimpleGrid>
          {publish.isError && Object.keys(form.errors).length === 0 && <Failure error={publish.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={publish.isPending}>
              Publish
            </Button>
          </Group>
        </Stack>
      </Paper>
    </Page>
  );
}
