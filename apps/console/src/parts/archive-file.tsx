import { t } from '@lingui/core/macro';
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { readReportOptions, readVersionFileOptions } from '@atelier/client/react-query';
import { CodeLines } from './code-lines.js';
import { Failure, Waiting } from './states.js';

/** Far more than a person reads; the rest can be downloaded. */
const LINES_SHOWN = 5_000;
const LINES_AROUND = 3;

type FileOfVersion = { nodeId: string; versionId: string; path: string };

/** A file of an archive beside the page, with the lines that the check refers to. */
export function ArchiveFile({
  close,
  ...file
}: FileOfVersion & {
  /** With an empty `path` no file is shown. */
  close: () => void;
}): ReactNode {
  const { path } = file;
  return (
    <Drawer
      opened={path !== ''}
      onClose={close}
      position="right"
      size="xl"
      title={path}
      closeButtonProps={{ 'aria-label': t`Close the file` }}
      styles={{ title: { overflowWrap: 'anywhere' } }}
    >
      {path !== '' && <WholeFile key={path} {...file} />}
    </Drawer>
  );
}

function WholeFile(file: FileOfVersion): ReactNode {
  const { path, ...version } = file;
  const { lines, waiting } = useLines(file);
  const { data: report } = useQuery(readReportOptions({ path: version }));
  const list = useRef<HTMLPreElement>(null);
  if (!lines) return waiting;
  if (lines.join('') === '') return <Text c="dimmed">{t`The file is empty.`}</Text>;
  const meant = (report?.findings ?? [])
    .filter((finding) => finding.path === path)
    .flatMap(({ lines: hits = [], message }) => hits.map((line) => ({ line, message })))
    .sort((a, b) => a.line - b.line);
  const goTo = (line: number): void => {
    list.current?.children[line - 1]?.scrollIntoView({ block: 'center' });
  };
  return (
    <Stack gap="sm">
      {meant.length > 0 && (
        <Group gap="xs">
          {meant.map(({ line, message }) => (
            <Button
              key={`${line} ${message}`}
              size="compact-sm"
              variant="default"
              onClick={() => goTo(line)}
            >{t`Line ${line}: ${message}`}</Button>
          ))}
        </Group>
      )}
      <CodeLines
        lines={lines.slice(0, LINES_SHOWN)}
        marked={meant.map(({ line }) => line)}
        label={t`Text of ${path}`}
        ref={list}
      />
      {lines.length > LINES_SHOWN && (
        <Text c="dimmed">{t`The other ${lines.length - LINES_SHOWN} lines are in the archive.`}</Text>
      )}
    </Stack>
  );
}

/** The lines that a finding names, with those around them. */
export function FoundLines({ found, ...file }: FileOfVersion & { found: readonly number[] }): ReactNode {
  const { lines, waiting } = useLines(file);
  if (!lines) return waiting;
  return (
    <Stack gap="xs">
      {partsAround(found, lines.length).map(([first, last]) => (
        <CodeLines
          key={first}
          lines={lines.slice(first - 1, last)}
          first={first}
          marked={found}
          label={t`Lines ${first} to ${last} of ${file.path}`}
        />
      ))}
    </Stack>
  );
}

function useLines(file: FileOfVersion): { lines: string[] | undefined; waiting: ReactNode } {
  const text = useQuery(readVersionFileOptions({ path: file }));
  return {
    lines: text.data?.replace(/\r?\n$/, '').split(/\r?\n/),
    waiting: text.isError ? <Failure error={text.error} retry={() => void text.refetch()} /> : <Waiting />,
  };
}

/** First and last lines of the parts to show; parts that meet are one. */
function partsAround(found: readonly number[], total: number): [first: number, last: number][] {
  const parts: [number, number][] = [];
  for (const line of [...found].sort((a, b) => a - b)) {
    const [first, last] = [Math.max(1, line - LINES_AROUND), Math.min(total, line + LINES_AROUND)];
    const before = parts.at(-1);
    if (before && first <= before[1] + 1) before[1] = last;
    else if (first <= last) parts.push([first, last]);
  }
  return parts;
}
