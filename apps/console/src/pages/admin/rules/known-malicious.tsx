import { Card, FileInput, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getKnownMaliciousOptions } from '@atelier/client/react-query';
import { replaceKnownMalicious } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { counted } from '../../../parts/numbers.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';

/** Which list of malicious packages is in use, and a button that replaces it. */
export function KnownMalicious(): ReactNode {
  const known = useQuery(getKnownMaliciousOptions());
  const [file, setFile] = useState<File | null>(null);
  const list = known.data?.list;
  return (
    <Card component="section" aria-label="Known malicious packages">
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h4">
            Known malicious packages
          </Title>
          <ActButton
            label="Load a list"
            title="Replace the list of malicious packages?"
            confirm="Replace"
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
            done="The list has been replaced. Scan all versions again to find those from before."
            onDone={() => {
              setFile(null);
              return known.refetch();
            }}
          >
            <FileInput
              label="OSV advisories"
              description="JSON, JSON Lines or a zip file, up to 100 MB."
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
                {counted(list.packages, 'package')} of {counted(list.records, 'advisory', 'advisories')},
                loaded <Time value={list.loaded_at} />. Versions that require one are held.
              </>
            ) : (
              'No list is loaded. OSV publishes one of PyPI.'
            )}
          </Text>
        )}
      </Stack>
    </Card>
  );
}
