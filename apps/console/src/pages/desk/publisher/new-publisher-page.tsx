import { Button, Collapse, Group, Loader, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { fieldProblems } from '../../../api/field-problems.js';
import { listOwnPublishersQueryKey, validatePublisherIdOptions } from '@atelier/client/react-query';
import { createPublisher } from '@atelier/client/api';
import { Page } from '../../../parts/page.js';
import { Failure } from '../../../parts/states.js';
import { filledIn, NO_PUBLISHER, PublisherFields, type PublisherValues } from './publisher-fields.js';

const CHECK_AFTER_MS = 300;

export function NewPublisherPage(): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [showsMore, more] = useDisclosure();
  const form = useForm<PublisherValues & { id: string }>({
    initialValues: { ...NO_PUBLISHER, id: '' },
  });
  const id = form.values.id.trim();
  const suggested = suggestedId(form.values.name);
  const check = useIdCheck(id);
  const create = useMutation({
    mutationFn: (values: PublisherValues & { id: string }) =>
      createPublisher({
        body: { ...filledIn(values), id: values.id.trim(), name: values.name.trim() || values.id.trim() },
        throwOnError: true,
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: listOwnPublishersQueryKey() });
      await navigate({ to: '/desk/publishers/$publisherId', params: { publisherId: id } });
    },
    onError: (error) => form.setErrors(fieldProblems(error, Object.keys(form.values))),
  });
  const hasFieldProblems = Object.keys(form.errors).length > 0;
  return (
    <Page
      title="Create a publisher"
      text="You become its owner. You can invite others afterwards."
      crumbs={[{ title: 'My publishers', to: '/desk' }]}
    >
      <Paper maw={640}>
        <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
          <Stack>
            <TextInput
              label="Name"
              description="The name people see. You can change it later."
              placeholder="My Team"
              maxLength={200}
              {...form.getInputProps('name')}
              onChange={(event) => {
                const isFollowing = form.values.id === suggested;
                form.setFieldValue('name', event.currentTarget.value);
                if (isFollowing) form.setFieldValue('id', suggestedId(event.currentTarget.value));
              }}
            />
            <TextInput
              label="Id"
              required
              description="Part of links; it cannot be changed. Lower-case letters, digits and dashes, starting with a letter."
              placeholder="my-team"
              maxLength={63}
              rightSection={check.isChecking ? <Loader size="xs" /> : undefined}
              {...form.getInputProps('id')}
              error={form.errors.id ?? check.problem}
            />
            <Text size="sm" role="status" mt={-8} mih="1.4em">
              {check.isFree && `“${id}” is free.`}
            </Text>
            <Button
              variant="subtle"
              onClick={more.toggle}
              aria-expanded={showsMore}
              aria-controls="more-fields"
              style={{ alignSelf: 'flex-start' }}
              px={0}
            >
              {showsMore ? 'Fewer fields' : 'More fields (optional)'}
            </Button>
            <Collapse expanded={showsMore} id="more-fields">
              <Stack>
                <PublisherFields form={form} />
              </Stack>
            </Collapse>
            {create.isError && !hasFieldProblems && <Failure error={create.error} />}
            <Group justify="flex-end">
              <Button type="submit" loading={create.isPending} disabled={id === '' || !!check.problem}>
                Create the publisher
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </Page>
  );
}

function useIdCheck(id: string): { isChecking: boolean; isFree: boolean; problem: string | undefined } {
  const [settled] = useDebouncedValue(id, CHECK_AFTER_MS);
  const { data, isFetching } = useQuery({
    ...validatePublisherIdOptions({ query: { username: settled } }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  });
  const isCurrent = id !== '' && id === settled && !isFetching && data !== undefined;
  return {
    isChecking: id !== '' && !isCurrent,
    isFree: isCurrent && data.isAvailable,
    problem: isCurrent && !data.isAvailable ? data.reason?.replace(/^username /, 'This id ') : undefined,
  };
}

function suggestedId(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 63)
    .replace(/-+$/, '');
}
