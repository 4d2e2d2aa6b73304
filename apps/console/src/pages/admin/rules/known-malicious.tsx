import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { FileInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getKnownMaliciousOptions } from '@atelier/client/react-query';
import { replaceKnownMalicious } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { Loaded } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';

/** Which list of malicious packages is in use. */
export function KnownMalicious(): ReactNode {
  return (
    <Loaded query={useQuery(getKnownMaliciousOptions())}>
      {({ list }) => (
        <Text size="sm">
          {list ? (
            <Trans>
              {plural(list.packages, { one: '# package', other: '# packages' })} of{' '}
              {plural(list.records, { one: '# advisory', other: '# advisories' })}, loaded{' '}
              <Time value={list.loaded_at} />. Versions that require one are held.
            </Trans>
          ) : (
            t`No list is loaded. OSV publishes one of PyPI.`
          )}
        </Text>
      )}
    </Loaded>
  );
}

export function LoadMalicious(): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  return (
    <ActButton
      label={t`Load a list`}
      title={t`Replace the list of malicious packages?`}
      confirm={t`Replace`}
      canAct={file !== null}
      act={async () => {
        if (!file) return;
        const type = file.type || 'application/octet-stream';
        await replaceKnownMalicious({ body: file, headers: { 'Content-Type': type }, throwOnError: true });
        setFile(null);
      }}
      done={t`The list has been replaced. Scan all versions again to find those from before.`}
    >
      <FileInput
        label={t`OSV advisories`}
        description={t`JSON, JSON Lines or a zip file, up to 100 MB.`}
        value={file}
        onChange={setFile}
        required
      />
    </ActButton>
  );
}
