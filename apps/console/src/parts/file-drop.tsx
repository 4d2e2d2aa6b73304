import { t } from '@lingui/core/macro';
import '@mantine/dropzone/styles.css';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { bytes } from './numbers.js';

type FileDropProps = {
  file: File | undefined;
  onFile: (file: File | undefined) => void;
  isLocked: boolean;
  icon: ReactNode;
  /** File extensions by media type. */
  accept: Record<string, string[]>;
  maxBytes: number;
  /** Message for a file that is too large, after its size. */
  tooLarge: string;
  /** Message for a file of another kind. */
  wrongKind: string;
  label: string;
  title: string;
  hint: string;
};

export function FileDrop({ file, onFile, isLocked, icon, ...rules }: FileDropProps): ReactNode {
  const { accept, maxBytes, tooLarge, wrongKind, label, title, hint } = rules;
  const [problem, setProblem] = useState<string>();
  if (file)
    return (
      <Paper>
        <Group justify="space-between">
          <Group gap="sm">
            {icon}
            <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
              {file.name}
            </Text>
            <Text c="dimmed">{bytes(file.size)}</Text>
          </Group>
          <Button
            variant="default"
            size="xs"
            disabled={isLocked}
            onClick={() => onFile(undefined)}
          >{t`Choose another`}</Button>
        </Group>
      </Paper>
    );
  return (
    <Stack gap="xs">
      <Dropzone
        accept={accept}
        maxSize={maxBytes}
        multiple={false}
        inputProps={{ 'aria-label': label }}
        onDrop={([first]) => {
          setProblem(undefined);
          if (first) onFile(first);
        }}
        onReject={([rejection]) =>
          setProblem(
            rejection && rejection.file.size > maxBytes
              ? t`${rejection.file.name} has ${bytes(rejection.file.size)}; ${tooLarge}`
              : wrongKind,
          )
        }
      >
        <Stack align="center" gap="xs" py="lg" style={{ pointerEvents: 'none' }}>
          <IconUpload size={28} aria-hidden />
          <Text fw={500} ta="center">
            {title}
          </Text>
          <Text size="sm" c="dimmed" ta="center">
            {hint}
          </Text>
        </Stack>
      </Dropzone>
      {problem && (
        <Text c="red" size="sm" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  );
}
