import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { List, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { NodeResponse } from '@atelier/client/api';
import { CopiedText } from '../../../parts/copied-text.js';
import { PageLink } from '../../../parts/link.js';
import { CI_HOSTS, type CiHost, type CiTarget, shellLines, workflowLines } from './ci-lines.js';

const CHOICES = [
  ...Object.entries(CI_HOSTS).map(([value, { label }]) => ({ value, label })),
  { value: 'shell', label: t`Shell` },
];

/** Lines for the reader's CI that publish this node on this server. */
export function NodeAutomation({
  publisherId,
  node,
}: {
  publisherId: string;
  node: NodeResponse;
}): ReactNode {
  const [host, setHost] = useState<CiHost | 'shell'>('github');
  const target = { origin: window.location.origin, publisherId, nodeId: node.id };
  return (
    <Paper maw={820}>
      <Stack>
        <SegmentedControl
          aria-label={t`Where it is published from`}
          data={CHOICES}
          value={host}
          onChange={(value) => setHost(value as CiHost | 'shell')}
          style={{ alignSelf: 'flex-start' }}
        />
        {host === 'shell' ? <ByToken target={target} /> : <ByWorkflow host={host} target={target} />}
      </Stack>
    </Paper>
  );
}

function ByWorkflow({ host, target }: { host: CiHost; target: CiTarget }): ReactNode {
  const { file } = CI_HOSTS[host];
  return (
    <>
      <Text size="sm">{t`No token is stored: the service checks which workflow asks.`}</Text>
      <List type="ordered" size="sm" spacing="xs">
        <List.Item>
          <Trans>
            An owner adds the workflow under{' '}
            <PageLink
              to="/desk/publishers/$publisherId"
              params={{ publisherId: target.publisherId }}
              search={{ tab: 'trust' }}
              inherit
            >
              Trusted publishing
            </PageLink>
            .
          </Trans>
        </List.Item>
        <List.Item>{t`Save the lines below as ${file} in your repository. Its pyproject.toml needs the name “${target.nodeId}”.`}</List.Item>
        <List.Item>{t`Push a tag, such as v1.2.0. The version is that of pyproject.toml.`}</List.Item>
      </List>
      <Title order={2} size="h5">
        {file}
      </Title>
      <CopiedText text={workflowLines(host, target.origin)} label={t`Lines of ${file}`} />
    </>
  );
}

function ByToken({ target }: { target: CiTarget }): ReactNode {
  return (
    <>
      <Text size="sm">
        <Trans>
          Run these lines in the folder of the package, with a token of the publisher in ATELIER_TOKEN. An
          owner makes one under{' '}
          <PageLink
            to="/desk/publishers/$publisherId"
            params={{ publisherId: target.publisherId }}
            search={{ tab: 'tokens' }}
            inherit
          >
            Tokens
          </PageLink>
          .
        </Trans>
      </Text>
      <CopiedText text={shellLines(target)} label={t`Lines for a shell`} />
    </>
  );
}
