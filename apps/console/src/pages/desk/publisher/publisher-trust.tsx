import { t } from '@lingui/core/macro';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listTrustedPublishersOptions } from '@atelier/client/react-query';
import {
  type AddTrustedPublisherRequest,
  addTrustedPublisher,
  removeTrustedPublisher,
  type TrustedPublisherResponse,
} from '@atelier/client/api';
import { addTrustedPublisherForm } from '../../../api/generated/bodies/addTrustedPublisher.js';
import { ActButton } from '../../../parts/act-button.js';
import { Facts } from '../../../parts/facts.js';
import { SchemaForm } from '../../../parts/form/schema-form.js';
import { Lead } from '../../../parts/lead.js';
import { Panel } from '../../../parts/panel.js';
import { Empty, Loaded } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';

/** CI workflows that may publish without a stored secret; for the owners of the publisher. */
export function PublisherTrust({ publisherId }: { publisherId: string }): ReactNode {
  const path = { publisherId };
  const query = useQuery(listTrustedPublishersOptions({ path }));
  return (
    <Stack maw={720}>
      <Lead>{t`Let a workflow of your repository publish a node, without a token that could be stolen. Each counts as long as the owner who added it is an owner.`}</Lead>
      <Panel title={t`Trust a workflow`}>
        <SchemaForm<AddTrustedPublisherRequest>
          schema={addTrustedPublisherForm}
          columns={2}
          fields={[
            { path: 'node_id', description: t`It need not exist yet: its first version creates it.` },
            { path: 'repository', placeholder: 'owner/name' },
            { path: 'workflow', placeholder: 'release.yml' },
            {
              path: 'environment',
              description: t`With reviewers at its host, it is the best protection. Any when left empty.`,
            },
          ]}
          more={[
            'issuer',
            'ref_type',
            'requires_protected_ref',
            { path: 'repository_id', description: t`For a private one.` },
            { path: 'owner_id', description: t`For a private one.` },
          ]}
          save={(body) => addTrustedPublisher({ path, body, throwOnError: true })}
          label={t`Trust the workflow`}
        />
      </Panel>
      <Loaded query={query}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t`No workflow is trusted yet`} />
          ) : (
            all.map((one) => <Trusted key={one.id} publisherId={publisherId} one={one} />)
          )
        }
      </Loaded>
    </Stack>
  );
}

function Trusted({ publisherId, one }: { publisherId: string; one: TrustedPublisherResponse }): ReactNode {
  const name = t`${one.workflow} of ${one.repository}`;
  const path = { publisherId, trustedPublisherId: one.id };
  return (
    <Panel
      title={one.node_id}
      actions={
        <ActButton
          label={t`Remove`}
          isDangerous
          aria-label={t`Remove ${name}`}
          title={t`Stop trusting ${name}?`}
          act={() => removeTrustedPublisher({ path, throwOnError: true })}
          done={t`${name} is not trusted any more.`}
        >{t`It can publish ${one.node_id} no longer, even with a token that it has now.`}</ActButton>
      }
    >
      <Facts
        facts={[
          [t`Repository`, `${one.repository} (${one.repository_id})`],
          [t`Workflow`, one.workflow],
          [t`Environment`, one.environment || t`Any`],
          [t`Issuer`, one.issuer],
          [t`Only for`, one.ref_type],
          [t`Last used`, one.last_used_at ? <Time key="used" value={one.last_used_at} /> : t`Never`],
        ]}
      />
    </Panel>
  );
}
