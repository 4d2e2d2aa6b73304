import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Card, FileInput, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getKnownMaliciousOptions } from '@atelier/client/react-query';
import { replaceKnownMalicious } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';

/** Which list of malicious packages is in use, and a button that replaces it. */
export function KnownMalicious(): ReactNode {
  const known = useQuery(getKnownMaliciousOptions());
  const [file, setFile] = useState<File | null>(null);
  const list = known.data?.list;
  return (
    <Card component="section" aria-label={t`Known malicious packages`}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h4">{t`Known malicious packages`}</Title>
          <ActButton
            label={t`Load a list`}
            title={t`Replace the list of malicious packages?`}
            confirm={t`Replace`}
            canAct={file !== null}
            act={() => {
              if (!file) throw new Error('No file was chosen');
              const type = file.type || 'application/octet-stream';
              return replaceKnownMalicious({
                body: file,
                headers: { 'Content-Type': type },
                throwOnError: true,
              });
            }}
            done={t`The list has been replaced. Scan all versions again to find those from before.`}
            onDone={() => {
              setFile(null);
              return known.refetch();
            }}
          >
            <FileInput
              label={t`OSV advisories`}
              description={t`JSON, JSON Lines or a zip file, up to 100 MB.`}
              value={file}
              onChange={setFile}
              required
            />
          </ActButton>
        </Group>
        {known.isPending && <Waiting />}
        {known.isError && <Failure error={known.error} retry={() => void known.refetch()} />}
        {known.data && (
          <Text size="sm">
            {list ? (
              <>
                <Trans>
                  {plural(list.packages, { one: '# package', other: '# packages' })} of{' '}
                  {plural(list.records, { one: '# advisory', other: '# advisories' })}, loaded{' '}
                  <Time value={list.loaded_at} />. Versions that require one are held.
                </Trans>
              </>
            ) : (
              t`No list is loaded. OSV publishes one of PyPI.`
            )}
          </Text>
        )}
      </Stack>
    </Card>
  );
}
