import { t } from '@lingui/core/macro';
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getNodeVersionOptions } from '@atelier/client/react-query';
import type { NodeVersionResponse } from '@atelier/client/api';

/** Warns of a version that advisories are about. */
export function Advisories({ version }: { version: NodeVersionResponse }): ReactNode {
  return version.advisories?.map(({ id, severity, summary, fixed }) => (
    <Alert
      key={id}
      color={severity === 'low' ? 'orange' : 'red'}
      variant="light"
      title={t`Do not install ${version.version}: advisory of ${severity} severity`}
    >
      <Text size="sm">{summary}</Text>
      <Text size="sm">
        {fixed === undefined ? t`There is no fixed version yet.` : t`Fixed in ${fixed}.`} {id}
      </Text>
    </Alert>
  ));
}

/** The same of the latest version of a node, which comes without them. */
export function LatestAdvisories({
  version: { node_id: nodeId, id },
}: {
  version: NodeVersionResponse;
}): ReactNode {
  const { data } = useQuery(getNodeVersionOptions({ path: { nodeId, versionId: id } }));
  return data && <Advisories version={data} />;
}
