import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listProofsOptions } from '@atelier/client/react-query';
import {
  checkProof,
  createProof,
  type CreateProofRequest,
  deleteProof,
  type ProofResponse,
} from '@atelier/client/api';
import { createProofForm } from '../../../api/generated/bodies/createProof.js';
import { ActButton } from '../../../parts/act-button.js';
import { CopiedText } from '../../../parts/copied-text.js';
import { SchemaForm } from '../../../parts/form/schema-form.js';
import type { ControlProps } from '../../../parts/form/use-fields.js';
import { Lead } from '../../../parts/lead.js';
import { Panel } from '../../../parts/panel.js';
import { Empty, Failure, Loaded } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { Time } from '../../../parts/time.js';

/** Proofs that domains and repositories are the publisher's; for its owners. */
export function PublisherProofs({ publisherId }: { publisherId: string }): ReactNode {
  const path = { publisherId };
  const query = useQuery(listProofsOptions({ path }));
  return (
    <Stack maw={720}>
      <Lead>{t`Show people who you are: a domain or a repository that you prove stands at your publisher and at its nodes. Each is checked again every week.`}</Lead>
      <Panel title={t`Prove what is yours`}>
        <SchemaForm<CreateProofRequest>
          schema={createProofForm}
          columns={2}
          fields={[
            {
              path: 'method',
              label: t`What you prove`,
              description: '',
              choices: { dns: t`A domain`, repository: t`A public repository` },
            },
            { path: 'subject', control: (props) => <Subject {...props} /> },
          ]}
          initial={{ method: 'dns' }}
          save={(body) => createProof({ path, body, throwOnError: true })}
          label={t`Begin the proof`}
        />
      </Panel>
      <Loaded query={query}>
        {(proofs) =>
          proofs.length === 0 ? (
            <Empty title={t`Nothing proved yet`} />
          ) : (
            proofs.map((proof) => <Proof key={proof.id} publisherId={publisherId} proof={proof} />)
          )
        }
      </Loaded>
    </Stack>
  );
}

function Subject({ values, value, onChange, required, error }: ControlProps<CreateProofRequest>): ReactNode {
  const isDomain = values.method === 'dns';
  return (
    <TextInput
      label={isDomain ? t`Domain` : t`Address of the repository`}
      placeholder={isDomain ? 'example.com' : 'https://github.com/owner/repository'}
      required={required}
      error={error}
      value={String(value ?? '')}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function Proof({ publisherId, proof }: { publisherId: string; proof: ProofResponse }): ReactNode {
  const { id, method, subject, status, challenge, reason, checked_at: checkedAt } = proof;
  const queries = useQueryClient();
  const path = { publisherId, proofId: id };
  const check = useMutation({
    mutationFn: () => checkProof({ path, throwOnError: true }),
    onSuccess: async ({ data }) => {
      notifications.show({ message: data.reason ?? t`${subject} is verified.` });
      await queries.invalidateQueries();
    },
  });
  const isByHand = method !== 'trusted_publishing';
  return (
    <Panel
      title={subject}
      beside={<StatusBadge status={status} />}
      text={!isByHand && t`A trusted workflow of this repository has published.`}
      actions={
        <>
          <ActButton
            label={t`Remove`}
            isDangerous
            aria-label={t`Remove the proof of ${subject}`}
            title={t`Remove the proof of ${subject}?`}
            act={() => deleteProof({ path, throwOnError: true })}
            done={t`The proof of ${subject} is removed.`}
          >{t`The mark disappears from the publisher and its nodes.`}</ActButton>
          {isByHand && (
            <Button loading={check.isPending} onClick={() => check.mutate()}>{t`Check now`}</Button>
          )}
        </>
      }
    >
      {isByHand && <Challenge challenge={challenge} />}
      {checkedAt && (
        <Text size="sm" c={reason ? 'red' : 'dimmed'} style={{ overflowWrap: 'anywhere' }}>
          <Trans>
            Checked <Time value={checkedAt} />
            {reason && `: ${reason}`}
          </Trans>
        </Text>
      )}
      {check.isError && <Failure error={check.error} />}
    </Panel>
  );
}

function Challenge({ challenge }: { challenge: ProofResponse['challenge'] }): ReactNode {
  const isRecord = challenge.name !== undefined;
  const [place, text] = isRecord ? [challenge.name, challenge.value] : [challenge.path, challenge.content];
  return (
    <>
      <Text size="sm">
        {isRecord
          ? t`Add this TXT record to the domain, and leave it there.`
          : t`Add this file to the default branch, and leave it there.`}
      </Text>
      <CopiedText label={isRecord ? t`name of the record` : t`path of the file`} text={place ?? ''} />
      <CopiedText label={isRecord ? t`value of the record` : t`content of the file`} text={text ?? ''} />
    </>
  );
}
