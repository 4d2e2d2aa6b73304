import { Alert, Group, Loader, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { NodeVersionResponse } from '@atelier/client/api';
import { ButtonLink, PageLink } from '../../../parts/link.js';
import { isOfCheck, reasonInWords } from '../../../parts/words.js';

export function VersionVerdict({
  publisherId,
  version,
}: {
  publisherId: string;
  version: NodeVersionResponse;
}): ReactNode {
  const { status, status_reason: reason, node_id: node, version: number, deprecated } = version;
  switch (status) {
    case 'NodeVersionStatusPending':
      return version.sha256 === '' ? (
        <Alert color="yellow" variant="light" title="The archive has not arrived" role="status">
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              The upload was not completed. Send it again with the same description within 15 minutes; after
              that the number is lost and you publish the next one.
            </Text>
            <ButtonLink
              size="xs"
              to="/desk/publishers/$publisherId/publish"
              params={{ publisherId }}
              search={{ node, version: number }}
            >
              Send the archive
            </ButtonLink>
          </Stack>
        </Alert>
      ) : (
        <Alert variant="light" title="The archive is being checked" role="status">
          <Group gap="sm">
            <Loader size="xs" />
            <Text size="sm">This takes a few seconds. You may leave the page.</Text>
          </Group>
        </Alert>
      );
    case 'NodeVersionStatusActive':
      return (
        <>
          <Alert color="green" variant="light" title="Published" role="status">
            <Text size="sm">
              Everyone can install it.
              {deprecated && ' You advise against it: it is not offered as the latest version.'}{' '}
              <PageLink size="sm" to="/registry/nodes/$nodeId" params={{ nodeId: node }}>
                See how to install it
              </PageLink>
            </Text>
          </Alert>
          {reason !== '' && (
            <Alert
              color={isOfCheck(reason) ? 'orange' : 'blue'}
              variant="light"
              title={isOfCheck(reason) ? 'The check has a warning' : 'Note from an admin'}
            >
              <Text size="sm">{reasonInWords(reason)}</Text>
            </Alert>
          )}
        </>
      );
    case 'NodeVersionStatusFlagged':
      if (version.archive_refusal) return <Refused publisherId={publisherId} version={version} />;
      return (
        <Alert color="orange" variant="light" title="Flagged: it cannot be installed yet" role="status">
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{reasonInWords(reason) || 'No reason was given.'}</Text>
            <Text size="sm">
              An admin will review it. If something is wrong, fix the package and publish it under a higher
              version: a number is used once.
            </Text>
            <ButtonLink
              size="xs"
              variant="default"
              to="/desk/publishers/$publisherId/publish"
              params={{ publisherId }}
              search={{ node }}
            >
              Publish another version
            </ButtonLink>
          </Stack>
        </Alert>
      );
    case 'NodeVersionStatusBanned':
      return (
        <Alert color="red" variant="light" title="Banned by an admin" role="status">
          <Text size="sm">{reasonInWords(reason) || 'No reason was given.'} It cannot be installed.</Text>
        </Alert>
      );
    case 'NodeVersionStatusDeleted':
      return (
        <Alert color="gray" variant="light" title="Deleted" role="status">
          {reasonInWords(reason) || 'This version is no longer visible.'}
        </Alert>
      );
  }
}

/** A refused archive is not reviewed, and its version number can be published again. */
function Refused({
  publisherId,
  version: { node_id: node, version: number, status_reason: reason },
}: {
  publisherId: string;
  version: NodeVersionResponse;
}): ReactNode {
  return (
    <Alert color="red" variant="light" title="Refused: the archive breaks a rule" role="status">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{reasonInWords(reason)}</Text>
        <Text size="sm">
          Fix what is listed below as refused, and publish {number} again: the number is still free. A refused
          archive is not reviewed.
        </Text>
        <ButtonLink
          size="xs"
          to="/desk/publishers/$publisherId/publish"
          params={{ publisherId }}
          search={{ node, version: number }}
        >
          Publish {number} again
        </ButtonLink>
      </Stack>
    </Alert>
  );
}
