import { t } from '@lingui/core/macro';
import { Loader, Paper, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { validatePublisherIdOptions } from '@atelier/client/react-query';
import { createPublisher, type CreatePublisherRequest } from '@atelier/client/api';
import { createPublisherForm } from '../../../api/generated/bodies/createPublisher.js';
import { SchemaForm } from '../../../parts/form/schema-form.js';
import type { ControlProps } from '../../../parts/form/use-fields.js';
import { Page } from '../../../parts/page.js';
import { PUBLISHER_FIELDS } from './publisher-fields.js';

type Control = ControlProps<CreatePublisherRequest>;

const CHECK_AFTER_MS = 300;

export function NewPublisherPage(): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return (
    <Page
      title={t`Create a publisher`}
      text={t`You become its owner. You can invite others afterwards.`}
      crumbs={[{ title: t`My publishers`, to: '/desk' }]}
    >
      <Paper maw={640}>
        <SchemaForm<CreatePublisherRequest, { data: { id: string } }>
          schema={createPublisherForm}
          fields={[
            {
              path: 'name',
              description: t`The name people see. You can change it later.`,
              control: (props) => <NameField {...props} />,
            },
            {
              path: 'id',
              description: t`Part of links; it cannot be changed. Lower-case letters, digits and dashes, starting with a letter.`,
              control: (props) => <IdField {...props} />,
            },
          ]}
          more={PUBLISHER_FIELDS}
          save={(body) =>
            createPublisher({ body: { ...body, name: body.name ?? body.id }, throwOnError: true })
          }
          label={t`Create the publisher`}
          onSaved={async ({ data: { id } }) => {
            await queries.invalidateQueries();
            await navigate({ to: '/desk/publishers/$publisherId', params: { publisherId: id } });
          }}
        />
      </Paper>
    </Page>
  );
}

/** The id follows the name until the reader changes it. */
function NameField({ value, onChange: _, values, set, ...field }: Control): ReactNode {
  const name = String(value ?? '');
  const isFollowing = (values.id ?? '') === suggestedId(name);
  return (
    <TextInput
      {...field}
      placeholder={t`My Team`}
      maxLength={200}
      value={name}
      onChange={({ currentTarget: { value: next } }) =>
        set({ name: next, ...(isFollowing && { id: suggestedId(next) }) })
      }
    />
  );
}

function IdField({ value, onChange, error, values: _, set: __, ...field }: Control): ReactNode {
  const id = String(value ?? '').trim();
  const { isChecking, isFree, problem } = useIdCheck(id);
  return (
    <TextInput
      {...field}
      placeholder="my-team"
      maxLength={63}
      value={String(value ?? '')}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSection={isChecking ? <Loader size="xs" /> : undefined}
      error={error ?? problem}
      description={
        <>
          {field.description} <span role="status">{isFree && t`“${id}” is free.`}</span>
        </>
      }
    />
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
