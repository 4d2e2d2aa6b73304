import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { ArchiveIcon, UploadIcon } from '@radix-ui/react-icons';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { bytes } from '../../../parts/numbers.js';
import { Failure } from '../../../parts/states.js';

const ARCHIVE_MAX_BYTES = 100 * 1024 * 1024;
const ZIP = { 'application/zip': ['.zip'], 'application/x-zip-compressed': ['.zip'] };

/** Where a zip is dropped or chosen; or the one that was. */
export function ArchiveDrop({
  archive,
  onArchive,
  isLocked,
}: {
  archive: File | undefined;
  onArchive: (archive: File | undefined) => void;
  isLocked: boolean;
}): ReactNode {
  const [problem, setProblem] = useState<string>();
  const sample = useMutation({
    mutationFn: async () => {
      const reply = await fetch('/samples/node.zip');
      if (!reply.ok) throw new Error(`The sample could not be read: ${reply.status}.`);
      onArchive(new File([await reply.blob()], 'node.zip', { type: 'application/zip' }));
    },
  });
  if (archive)
    return (
      <Paper>
        <Group justify="space-between">
          <Group gap="sm">
            <ArchiveIcon aria-hidden />
            <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
              {archive.name}
            </Text>
            <Text c="dimmed">{bytes(archive.size)}</Text>
          </Group>
          <Button variant="default" size="xs" disabled={isLocked} onClick={() => onArchive(undefined)}>
            Choose another
          </Button>
        </Group>
      </Paper>
    );
  return (
    <Stack gap="xs">
      <Dropzone
        accept={ZIP}
        maxSize={ARCHIVE_MAX_BYTES}
        multiple={false}
        inputProps={{ 'aria-label': 'Zip archive of the package' }}
        onDrop={([first]) => {
          setProblem(undefined);
          if (first) onArchive(first);
        }}
        onReject={([rejection]) =>
          setProblem(
            rejection && rejection.file.size > ARCHIVE_MAX_BYTES
              ? `${rejection.file.name} has ${bytes(rejection.file.size)}; at most 104.9 MB are taken.`
              : 'Drop one zip archive.',
          )
        }
      >
        <Stack align="center" gap="xs" py="lg" style={{ pointerEvents: 'none' }}>
          <UploadIcon width={28} height={28} aria-hidden />
          <Text fw={500} ta="center">
            Drop the zip of your package here, or click to choose it
          </Text>
          <Text size="sm" c="dimmed" ta="center">
            At most 100 MB. Its name and version are read from pyproject.toml.
          </Text>
        </Stack>
      </Dropzone>
      {problem && (
        <Text c="red" size="sm" role="alert">
          {problem}
        </Text>
      )}
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          Nothing at hand?
        </Text>
        <Button variant="default" size="xs" loading={sample.isPending} onClick={() => sample.mutate()}>
          Use the sample package
        </Button>
      </Group>
      {sample.isError && <Failure error={sample.error} />}
    </Stack>
  );
}
