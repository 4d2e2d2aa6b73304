import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
        <Alert color="yellow" variant="light" title={t`The archive has not arrived`} role="status">
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{t`The upload was not completed. Send it again with the same description within 15 minutes; after that the number is lost and you publish the next one.`}</Text>
            <ButtonLink
              size="xs"
              to="/desk/publishers/$publisherId/publish"
              params={{ publisherId }}
              search={{ node, version: number }}
            >{t`Send the archive`}</ButtonLink>
          </Stack>
        </Alert>
      ) : (
        <Alert variant="light" title={t`The archive is being checked`} role="status">
          <Group gap="sm">
            <Loader size="xs" />
            <Text size="sm">{t`This takes a few seconds. You may leave the page.`}</Text>
          </Group>
        </Alert>
      );
    case 'NodeVersionStatusActive':
      return (
        <>
          <Alert color="green" variant="light" title={t`Published`} role="status">
            <Text size="sm">
              <Trans>
                Everyone can install it.
                {deprecated && t` You advise against it: it is not offered as the latest version.`}{' '}
                <PageLink size="sm" to="/registry/nodes/$nodeId" params={{ nodeId: node }}>
                  See how to install it
                </PageLink>
              </Trans>
            </Text>
          </Alert>
          {reason !== '' && (
            <Alert
              color={isOfCheck(reason) ? 'orange' : 'blue'}
              variant="light"
              title={isOfCheck(reason) ? t`The check has a warning` : t`Note from an admin`}
            >
              <Text size="sm">{reasonInWords(reason)}</Text>
            </Alert>
          )}
        </>
      );
    case 'NodeVersionStatusFlagged':
      if (version.archive_refusal) return <Refused publisherId={publisherId} version={version} />;
      return (
        <Alert color="orange" variant="light" title={t`Flagged: it cannot be installed yet`} role="status">
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{reasonInWords(reason) || t`No reason was given.`}</Text>
            <Text size="sm">{t`An admin will review it. If something is wrong, fix the package and publish it under a higher version: a number is used once.`}</Text>
            <ButtonLink
              size="xs"
              variant="default"
              to="/desk/publishers/$publisherId/publish"
              params={{ publisherId }}
              search={{ node }}
            >{t`Publish another version`}</ButtonLink>
          </Stack>
        </Alert>
      );
    case 'NodeVersionStatusBanned':
      return (
        <Alert color="red" variant="light" title={t`Banned by an admin`} role="status">
          <Text size="sm">{t`${reasonInWords(reason) || t`No reason was given.`} It cannot be installed.`}</Text>
        </Alert>
      );
    case 'NodeVersionStatusDeleted':
      return (
        <Alert color="gray" variant="light" title={t`Deleted`} role="status">
          {reasonInWords(reason) || t`This version is no longer visible.`}
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
    <Alert color="red" variant="light" title={t`Refused: the archive breaks a rule`} role="status">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{reasonInWords(reason)}</Text>
        <Text size="sm">{t`Fix what is listed below as refused, and publish ${number} again: the number is still free. A refused archive is not reviewed.`}</Text>
        <ButtonLink
          size="xs"
          to="/desk/publishers/$publisherId/publish"
          params={{ publisherId }}
          search={{ node, version: number }}
        >{t`Publish ${number} again`}</ButtonLink>
      </Stack>
    </Alert>
  );
}
