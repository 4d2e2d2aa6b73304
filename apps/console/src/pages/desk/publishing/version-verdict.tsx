import { t } from '@lingui/core/macro';
import { Alert, Loader, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { NodeVersionResponse } from '@atelier/client/api';
import { ButtonLink, PageLink } from '../../../parts/link.js';
import { isOfCheck, reasonInWords } from '../../../parts/words.js';

type Verdict = {
  color: string;
  title: string;
  texts: readonly (string | false)[];
  /** Text of the link to the form for a version, and which number that starts with. */
  next?: { text: string; version?: string };
};

export function VersionVerdict({
  publisherId,
  version,
}: {
  publisherId: string;
  version: NodeVersionResponse;
}): ReactNode {
  const { status, status_reason: reason, node_id: node, sha256 } = version;
  const { color, title, texts, next } = verdictOf(version);
  const isChecked = status === 'NodeVersionStatusPending' && sha256 !== '';
  const isActive = status === 'NodeVersionStatusActive';
  return (
    <>
      <Alert
        color={color}
        variant="light"
        title={title}
        role="status"
        icon={isChecked && <Loader size="xs" />}
      >
        <Stack gap="xs" align="flex-start">
          {texts.map(
            (text) =>
              text && (
                <Text size="sm" key={text}>
                  {text}
                </Text>
              ),
          )}
          {isActive && (
            <PageLink
              size="sm"
              to="/registry/nodes/$nodeId"
              params={{ nodeId: node }}
            >{t`See how to install it`}</PageLink>
          )}
          {next && (
            <ButtonLink
              size="xs"
              to="/desk/publishers/$publisherId/publish"
              params={{ publisherId }}
              search={{ node, version: next.version }}
            >
              {next.text}
            </ButtonLink>
          )}
        </Stack>
      </Alert>
      {isActive && reason !== '' && (
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
}

function verdictOf(version: NodeVersionResponse): Verdict {
  const { status, version: number, deprecated } = version;
  const reason = reasonInWords(version.status_reason);
  switch (status) {
    case 'NodeVersionStatusPending':
      return version.sha256 === ''
        ? {
            color: 'yellow',
            title: t`The archive has not arrived`,
            texts: [
              t`The upload was not completed. Send it again with the same description within 15 minutes; after that the number is lost and you publish the next one.`,
            ],
            next: { text: t`Send the archive`, version: number },
          }
        : {
            color: 'cyan',
            title: t`The archive is being checked`,
            texts: [t`This takes a few seconds. You may leave the page.`],
          };
    case 'NodeVersionStatusActive':
      return {
        color: 'green',
        title: t`Published`,
        texts: [
          t`Everyone can install it.`,
          deprecated && t`You advise against it: it is not offered as the latest version.`,
        ],
      };
    case 'NodeVersionStatusFlagged':
      return version.archive_refusal ? refused(reason, number) : flagged(reason);
    case 'NodeVersionStatusBanned':
      return {
        color: 'red',
        title: t`Banned by an admin`,
        texts: [reason || t`No reason was given.`, t`It cannot be installed.`],
      };
    case 'NodeVersionStatusDeleted':
      return { color: 'gray', title: t`Deleted`, texts: [reason || t`This version is no longer visible.`] };
  }
}

function flagged(reason: string): Verdict {
  return {
    color: 'orange',
    title: t`Flagged: it cannot be installed yet`,
    texts: [
      reason || t`No reason was given.`,
      t`An admin will review it. If something is wrong, fix the package and publish it under a higher version: a number is used once.`,
    ],
    next: { text: t`Publish another version` },
  };
}

/** A refused archive is not reviewed, and its version number can be published again. */
function refused(reason: string, number: string): Verdict {
  return {
    color: 'red',
    title: t`Refused: the archive breaks a rule`,
    texts: [
      reason,
      t`Fix what is listed below as refused, and publish ${number} again: the number is still free. A refused archive is not reviewed.`,
    ],
    next: { text: t`Publish ${number} again`, version: number },
  };
}
