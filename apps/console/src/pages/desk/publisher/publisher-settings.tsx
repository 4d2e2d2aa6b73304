import { Alert, Paper, Select, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import {
  getPublisherQueryKey,
  listOwnPublishersQueryKey,
  listPublisherNodesOptions,
} from '@atelier/client/react-query';
import {
  deletePublisher,
  type PublisherResponse,
  transferPublisher,
  updatePublisher,
  type UpdatePublisherRequest,
} from '@atelier/client/api';
import { updatePublisherForm } from '../../../api/generated/bodies/updatePublisher.js';
import { sessionOptions } from '../../../api/session.js';
import { ActButton } from '../../../parts/act-button.js';
import { SchemaForm } from '../../../parts/form/schema-form.js';
import type { Desk } from '../desk-page.js';
import { PUBLISHER_FIELDS } from './publisher-fields.js';

export function PublisherSettings({ desk: { publisher } }: { desk: Desk }): ReactNode {
  return (
    <Stack maw={720}>
      <DetailsForm publisher={publisher} />
      <Transfer publisher={publisher} />
      <Deletion publisher={publisher} />
    </Stack>
  );
}

function DetailsForm({ publisher }: { publisher: PublisherResponse }): ReactNode {
  const reread = useReread(publisher.id);
  return (
    <Paper>
      <SchemaForm<UpdatePublisherRequest>
        schema={updatePublisherForm}
        fields={[{ path: 'name', isRequired: true }, ...PUBLISHER_FIELDS]}
        initial={publisher}
        isEdit
        save={(body) => updatePublisher({ path: { publisherId: publisher.id }, body, throwOnError: true })}
        done="The publisher is changed."
        onSaved={reread}
      >
        <Title order={2} size="h4">
          About the publisher
        </Title>
      </SchemaForm>
    </Paper>
  );
}

function Transfer({ publisher }: { publisher: PublisherResponse }): ReactNode {
  const { data: session } = useQuery(sessionOptions);
  const [heir, setHeir] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const reread = useReread(publisher.id);
  const heirs = publisher.members.flatMap(({ user, invited }) =>
    user.id === undefined || invited || user.id === session?.id ? [] : [{ value: user.id, label: user.name }],
  );
  return (
    <Paper>
      <Stack align="flex-start">
        <Title order={2} size="h4">
          Transfer it to a member
        </Title>
        <Text size="sm">
          The new owner is the only one: you and other owners become members. Nodes, versions and tokens stay
          with the publisher.
        </Text>
        {heirs.length === 0 ? (
          <Text size="sm" c="dimmed">
            Only a member can become its owner. Invite the person first.
          </Text>
        ) : (
          <ActButton
            label="Transfer the publisher"
            isDangerous
            title={`Transfer “${publisher.name}”?`}
            canAct={heir !== null}
            act={() =>
              transferPublisher({
                path: { publisherId: publisher.id },
                body: { user_id: heir ?? '', reason },
                throwOnError: true,
              })
            }
            done="The publisher has a new owner."
            onDone={reread}
          >
            <Text size="sm">
              You become a member: you can still edit nodes and publish, and no longer delete, invite, make
              tokens or take it back. Only the new owner or an admin can undo this.
            </Text>
            <Select label="New owner" required data={heirs} value={heir} onChange={setHeir} />
            <Textarea
              label="Reason"
              description="Kept in the audit log."
              maxLength={2000}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </ActButton>
        )}
      </Stack>
    </Paper>
  );
}

function Deletion({ publisher }: { publisher: PublisherResponse }): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: nodes } = useQuery(
    listPublisherNodesOptions({ path: { publisherId: publisher.id }, query: { limit: 1 } }),
  );
  return (
    <Paper>
      <Stack align="flex-start">
        <Title order={2} size="h4">
          Delete the publisher
        </Title>
        {nodes && nodes.length > 0 ? (
          <Alert variant="light" color="gray">
            It still has nodes. Transfer them to another publisher first: a deleted node keeps its id for this
            one, which then stays.
          </Alert>
        ) : (
          <Text size="sm">
            This works where no node was deleted: a deleted node keeps its id for its publisher.
          </Text>
        )}
        <ActButton
          label="Delete the publisher"
          isDangerous
          disabled={nodes?.length !== 0}
          title={`Delete the publisher “${publisher.name}”?`}
          act={() => deletePublisher({ path: { publisherId: publisher.id }, throwOnError: true })}
          done={`The publisher ${publisher.name} is deleted.`}
          onDone={async () => {
            await navigate({ to: '/desk' });
            await queries.invalidateQueries({ queryKey: listOwnPublishersQueryKey() });
          }}
        >
          {`Its page, its ${publisher.members.length} members and its tokens disappear. This cannot be undone.`}
        </ActButton>
      </Stack>
    </Paper>
  );
}

function useReread(publisherId: string): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: getPublisherQueryKey({ path: { publisherId } }) }),
      queries.invalidateQueries({ queryKey: listOwnPublishersQueryKey() }),
    ]);
}
