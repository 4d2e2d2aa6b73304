import { t } from '@lingui/core/macro';
import { Alert, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  getPublisherQueryKey,
  listOwnPublishersQueryKey,
  listPublisherNodesOptions,
} from '@atelier/client/react-query';
import {
  deletePublisher,
  type PublisherResponse,
  transferPublisher,
  type TransferPublisherRequest,
  updatePublisher,
  type UpdatePublisherRequest,
} from '@atelier/client/api';
import { transferPublisherForm } from '../../../api/generated/bodies/transferPublisher.js';
import { updatePublisherForm } from '../../../api/generated/bodies/updatePublisher.js';
import { sessionOptions } from '../../../api/session.js';
import { ActButton } from '../../../parts/act-button.js';
import { choicesOf } from '../../../parts/form/field.js';
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
        done={t`The publisher is changed.`}
        onSaved={reread}
      >
        <Title order={2} size="h4">{t`About the publisher`}</Title>
      </SchemaForm>
    </Paper>
  );
}

function Transfer({ publisher }: { publisher: PublisherResponse }): ReactNode {
  const { data: session } = useQuery(sessionOptions);
  const reread = useReread(publisher.id);
  const heirs = publisher.members.flatMap(({ user, invited }) =>
    user.id === undefined || invited || user.id === session?.id ? [] : [{ value: user.id, label: user.name }],
  );
  return (
    <Paper>
      <Stack align="flex-start">
        <Title order={2} size="h4">{t`Transfer it to a member`}</Title>
        <Text size="sm">{t`The new owner is the only one: you and other owners become members. Nodes, versions and tokens stay with the publisher.`}</Text>
        {heirs.length === 0 ? (
          <Text size="sm" c="dimmed">{t`Only a member can become its owner. Invite the person first.`}</Text>
        ) : (
          <ActButton<TransferPublisherRequest>
            label={t`Transfer the publisher`}
            isDangerous
            title={t`Transfer “${publisher.name}”?`}
            schema={transferPublisherForm}
            fields={[
              { path: 'user_id', label: t`New owner`, description: '', ...choicesOf(heirs) },
              'reason',
            ]}
            act={(body) =>
              transferPublisher({ path: { publisherId: publisher.id }, body, throwOnError: true })
            }
            done={t`The publisher has a new owner.`}
            onDone={reread}
          >{t`You become a member: you can still edit nodes and publish, and no longer delete, invite, make tokens or take it back. Only the new owner or an admin can undo this.`}</ActButton>
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
        <Title order={2} size="h4">{t`Delete the publisher`}</Title>
        {nodes && nodes.length > 0 ? (
          <Alert
            variant="light"
            color="gray"
          >{t`It still has nodes. Transfer them to another publisher first: a deleted node keeps its id for this one, which then stays.`}</Alert>
        ) : (
          <Text size="sm">{t`This works where no node was deleted: a deleted node keeps its id for its publisher.`}</Text>
        )}
        <ActButton
          label={t`Delete the publisher`}
          isDangerous
          disabled={nodes?.length !== 0}
          title={t`Delete the publisher “${publisher.name}”?`}
          act={() => deletePublisher({ path: { publisherId: publisher.id }, throwOnError: true })}
          done={t`The publisher ${publisher.name} is deleted.`}
          onDone={async () => {
            await navigate({ to: '/desk' });
            await queries.invalidateQueries({ queryKey: listOwnPublishersQueryKey() });
          }}
        >
          {t`Its page, its ${publisher.members.length} members and its tokens disappear. This cannot be undone.`}
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
