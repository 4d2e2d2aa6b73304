import { t } from '@lingui/core/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FileDrop } from '../../../parts/file-drop.js';
import { bytes } from '../../../parts/numbers.js';
import { Failure } from '../../../parts/states.js';

const ARCHIVE_MAX_BYTES = 100 * 1024 * 1024;
const ZIP = { 'application/zip': ['.zip'], 'application/x-zip-compressed': ['.zip'] };

export function ArchiveDrop({
  archive,
  onArchive,
  isLocked,
}: {
  archive: File | undefined;
  onArchive: (archive: File | undefined) => void;
  isLocked: boolean;
}): ReactNode {
  const sample = useMutation({
    mutationFn: async () => {
      const reply = await fetch('/samples/node.zip');
      if (!reply.ok) throw new Error(`The sample could not be read: ${reply.status}.`);
      onArchive(new File([await reply.blob()], 'node.zip', { type: 'application/zip' }));
    },
  });
  return (
    <Stack gap="xs">
      <FileDrop
        file={archive}
        onFile={onArchive}
        isLocked={isLocked}
        icon={<IconFileZip size={18} aria-hidden />}
        accept={ZIP}
        maxBytes={ARCHIVE_MAX_BYTES}
        tooLarge={`at most ${bytes(ARCHIVE_MAX_BYTES)} are accepted.`}
        wrongKind={t`Drop one zip archive.`}
        label={t`Zip archive of the package`}
        title={t`Drop the zip of your package here, or click to choose it`}
        hint={t`At most ${bytes(ARCHIVE_MAX_BYTES)}. Its name and version are read from pyproject.toml.`}
      />
      {!archive && (
        <Group gap="xs">
          <Text size="sm" c="dimmed">{t`No package yet?`}</Text>
          <Button
            variant="default"
            size="xs"
            loading={sample.isPending}
            onClick={() => sample.mutate()}
          >{t`Use the sample package`}</Button>
        </Group>
      )}
      {!archive && sample.isError && <Failure error={sample.error} />}
    </Stack>
  );
}
