import { Box, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { readArchiveFileOptions, readReportOptions } from '@atelier/client/react-query';
import { Failure, Waiting } from '../../../parts/states.js';
import classes from './archive-file.module.css';

/** Far more than a person reads; the rest can be downloaded. */
const LINES_SHOWN = 5_000;

/** A file of an archive beside the page, with the lines that the check refers to. */
export function ArchiveFile({
  nodeId,
  versionId,
  path,
  close,
}: {
  nodeId: string;
  versionId: string;
  /** Empty to show no file. */
  path: string;
  close: () => void;
}): ReactNode {
  return (
    <Drawer
      opened={path !== ''}
      onClose={close}
      position="right"
      size="xl"
      title={path}
      closeButtonProps={{ 'aria-label': 'Close the file' }}
      styles={{ title: { overflowWrap: 'anywhere' } }}
    >
      {path !== '' && <FileText key={path} nodeId={nodeId} versionId={versionId} path={path} />}
    </Drawer>
  );
}

function FileText({
  nodeId,
  versionId,
  path,
}: {
  nodeId: string;
  versionId: string;
  path: string;
}): ReactNode {
  const text = useQuery(readArchiveFileOptions({ path: { nodeId, versionId, path } }));
  const { data: report } = useQuery(readReportOptions({ path: { nodeId, versionId } }));
  const list = useRef<HTMLPreElement>(null);
  if (text.isPending) return <Waiting />;
  if (text.isError) return <Failure error={text.error} retry={() => void text.refetch()} />;
  const meant = (report?.findings ?? [])
    .filter((finding) => finding.path === path)
    .flatMap(({ lines = [], message }) => lines.map((line) => ({ line, message })))
    .sort((a, b) => a.line - b.line);
  const lines = text.data.replace(/\r?\n$/, '').split(/\r?\n/);
  const goTo = (line: number): void => {
    list.current?.children[line - 1]?.scrollIntoView({ block: 'center' });
  };
  if (text.data === '') return <Text c="dimmed">The file is empty.</Text>;
  return (
    <Stack gap="sm">
      {meant.length > 0 && (
        <Group gap="xs">
          {meant.map(({ line, message }) => (
            <Button key={`${line} ${message}`} size="compact-sm" variant="default" onClick={() => goTo(line)}>
              Line {line}: {message}
            </Button>
          ))}
        </Group>
      )}
      <Box component="pre" className={classes.text} ref={list} tabIndex={0} aria-label={`Text of ${path}`}>
        {lines.slice(0, LINES_SHOWN).map((line, at) => (
          <span
            key={at}
            className={
              meant.some((one) => one.line === at + 1) ? `${classes.line} ${classes.meant}` : classes.line
            }
          >
            {line === '' ? ' ' : line}
          </span>
        ))}
      </Box>
      {lines.length > LINES_SHOWN && (
        <Text c="dimmed">The other {lines.length - LINES_SHOWN} lines are in the archive.</Text>
      )}
    </Stack>
  );
}
