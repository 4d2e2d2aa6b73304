import { t } from '@lingui/core/macro';
import { Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getNodeVersionOptions } from '@atelier/client/react-query';
import type { NodeVersionResponse, PublisherResponse } from '@atelier/client/api';
import { sessionOptions } from '../../api/session.js';
import { ArchiveFile } from '../../parts/archive-file.js';
import { Facts } from '../../parts/facts.js';
import { SiteLink } from '../../parts/site-link.js';
import { Section } from '../../parts/section.js';
import { Failure, Waiting } from '../../parts/states.js';
import { VersionReport } from '../../parts/version-report.js';
import { Advisories } from './advisories.js';

/** What is known of the safety of a version: advisories, where it comes from and, for its members, what the check found. */
export function Security({
  version: { node_id: nodeId, id: versionId },
  publisher,
}: {
  version: NodeVersionResponse;
  publisher: PublisherResponse | undefined;
}): ReactNode {
  const { data: session } = useQuery(sessionOptions);
  const query = useQuery(getNodeVersionOptions({ path: { nodeId, versionId } }));
  if (query.isPending) return <Waiting />;
  if (query.isError) return <Failure error={query.error} retry={() => void query.refetch()} />;
  const version = query.data;
  const isInside = session?.isAdmin || publisher?.members.some(({ user }) => user.id === session?.id);
  return (
    <Stack gap="xl">
      <Section title={t`Advisories`}>
        {version.advisories ? (
          <Advisories version={version} />
        ) : (
          <Text>{t`No advisory is about version ${version.version}.`}</Text>
        )}
      </Section>
      <Section title={t`Where it comes from`}>
        <Origin version={version} publisher={publisher} />
      </Section>
      {isInside && version.sha256 !== '' && <Report nodeId={nodeId} versionId={version.id} />}
    </Stack>
  );
}

function Origin({
  version: { provenance: from, sha256 },
  publisher,
}: {
  version: NodeVersionResponse;
  publisher: PublisherResponse | undefined;
}): ReactNode {
  return (
    <>
      <Text>
        {from
          ? t`A CI job published it straight from a commit of its repository, without a stored token.`
          : t`It was published without a proof of the commit that it was made from.`}
      </Text>
      <Facts
        columns={{ base: 1, xs: 2 }}
        facts={[
          [t`Repository`, from && <SiteLink key="repository" url={from.repository} />],
          [t`Commit`, from && <SiteLink key="commit" url={from.commit_url} />],
          [t`Workflow`, from && t`${from.workflow} at ${from.ref}`],
          [t`Run`, from && <SiteLink key="run" url={from.run_url} />],
          [
            t`Proved by the publisher`,
            publisher?.verified.map(({ subject }) => subject.replace('https://', '')).join(', '),
          ],
          [t`SHA-256 of the archive`, sha256 && <Code key="hash">{sha256}</Code>],
        ]}
      />
    </>
  );
}

function Report(version: { nodeId: string; versionId: string }): ReactNode {
  const [file, setFile] = useState('');
  return (
    <>
      <VersionReport {...version} openFile={setFile} />
      <ArchiveFile {...version} path={file} close={() => setFile('')} />
    </>
  );
}
