import { t } from '@lingui/core/macro';
import { Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listPublisherNodesOptions } from '@atelier/client/react-query';
import {
  deletePublisher,
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
import { Panel } from '../../../parts/panel.js';
import type { Desk } from '../desk-page.js';
import { PUBLISHER_FIELDS } from './publisher-fields.js';

export function PublisherSettings({ desk: { publisher } }: { desk: Desk }): ReactNode {
  const path = { publisherId: publisher.id };
  return (
    <Stack maw={720}>
      <Panel title={t`About the publisher`}>
        <SchemaForm<UpdatePublisherRequest>
          schema={updatePublisherForm}
          fields={[{ path: 'name', isRequired: true }, ...PUBLISHER_FIELDS]}
          initial={publisher}
          isEdit
          save={(body) => updatePublisher({ path, body, throwOnError: true })}
          done={t`The publisher is changed.`}
        />
      </Panel>
      <Transfer publisher={publisher} />
      <Deletion publisher={publisher} />
    </Stack>
  );
}

function Transfer({ publisher: { id, name, members } }: Pick<Desk, 'publisher'>): ReactNode {
  const { data: session } = useQuery(sessionOptions);
  const heirs = members.flatMap(({ user, invited }) =>
    user.id === undefined || invited || user.id === session?.id ? [] : [{ value: user.id, label: user.name }],
  );
  return (
    <Panel
      title={t`Transfer it to a member`}
      text={
        heirs.length === 0
          ? t`Only a member can become its owner. Invite the person first.`
          : t`The new owner is the only one: you and other owners become members. Nodes, versions and tokens stay with the publisher.`
      }
      actions={
        heirs.length > 0 && (
          <ActButton<TransferPublisherRequest>
            label={t`Transfer the publisher`}
            isDangerous
            title={t`Transfer “${name}”?`}
            schema={transferPublisherForm}
            fields={[
              { path: 'user_id', label: t`New owner`, description: '', ...choicesOf(heirs) },
              'reason',
            ]}
            act={(body) => transferPublisher({ path: { publisherId: id }, body, throwOnError: true })}
            done={t`The publisher has a new owner.`}
          >{t`You become a member: you can still edit nodes and publish, and no longer delete, invite, make tokens or take it back. Only the new owner or an admin can undo this.`}</ActButton>
        )
      }
    />
  );
}

function Deletion({ publisher: { id, name, members } }: Pick<Desk, 'publisher'>): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const path = { publisherId: id };
  const { data: nodes } = useQuery(listPublisherNodesOptions({ path, query: { limit: 1 } }));
  return (
    <Panel
      title={t`Delete the publisher`}
      text={
        nodes && nodes.length > 0
          ? t`It still has nodes. Transfer them to another publisher first: a deleted node keeps its id for this one, which then stays.`
          : t`This works where no node was deleted: a deleted node keeps its id for its publisher.`
      }
      actions={
        <ActButton
          label={t`Delete the publisher`}
          isDangerous
          disabled={nodes?.length !== 0}
          title={t`Delete the publisher “${name}”?`}
          act={() => deletePublisher({ path, throwOnError: true })}
          done={t`The publisher ${name} is deleted.`}
          onDone={async () => {
            await navigate({ to: '/desk' });
            await queries.invalidateQueries();
          }}
        >
          {t`Its page, its ${members.length} members and its tokens disappear. This cannot be undone.`}
        </ActButton>
      }
    />
  );
}
