import { t } from '@lingui/core/macro';
import { Alert, Button, Code, List, Paper, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { listSettingsOptions } from '@atelier/client/react-query';
import { type ReactNode, useState } from 'react';
import { type FileChangeResponse, tryFile, type TryFileRequest } from '@atelier/client/api';
import { type Column, Rows } from '../../../parts/rows.js';
import { Failure } from '../../../parts/states.js';

const COLUMNS: readonly Column<FileChangeResponse>[] = [
  { title: t`Entry`, cell: ({ name }) => <Code>{name}</Code> },
  { title: t`Now`, cell: ({ before }) => before ?? t`None` },
  { title: t`With this file`, cell: ({ after }) => after ?? t`None` },
];

/** Shows what a file would change before it is put in place. */
export function FileTrial(): ReactNode {
  const { data: settings } = useQuery(listSettingsOptions());
  const version = settings?.price_table_version;
  const [file, setFile] = useState<TryFileRequest['file']>('prices');
  const [content, setContent] = useState('');
  const trial = useMutation({
    mutationFn: async () => (await tryFile({ body: { file, content }, throwOnError: true })).data,
  });
  return (
    <Paper
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        trial.mutate();
      }}
    >
      <Stack align="flex-start">
        <Text>
          {t`Paste a price table or a vendors file to see what it would change. Nothing is stored.`}{' '}
          {version && t`The price table in force is ${version}.`}
        </Text>
        <SegmentedControl
          aria-label={t`File`}
          value={file}
          onChange={(value) => {
            trial.reset();
            setFile(value);
          }}
          data={[
            { value: 'prices', label: t`Price table` },
            { value: 'vendors', label: t`Vendors` },
          ]}
        />
        <Textarea
          label={t`Content, as JSON`}
          required
          autosize
          minRows={6}
          maxRows={20}
          w="100%"
          styles={{ input: { fontFamily: 'monospace' } }}
          value={content}
          onChange={({ currentTarget }) => setContent(currentTarget.value)}
        />
        <Button
          type="submit"
          loading={trial.isPending}
          disabled={content.trim() === ''}
        >{t`Show what would change`}</Button>
        {trial.isError && <Failure error={trial.error} />}
        {trial.data && <Outcome {...trial.data} />}
      </Stack>
    </Paper>
  );
}

function Outcome({
  problems,
  changes,
}: {
  problems: readonly string[];
  changes: readonly FileChangeResponse[];
}): ReactNode {
  if (problems.length > 0)
    return (
      <Alert color="red" variant="light" title={t`The service would refuse this file`} role="status" w="100%">
        <List size="sm">
          {problems.map((problem) => (
            <List.Item key={problem}>{problem}</List.Item>
          ))}
        </List>
      </Alert>
    );
  if (changes.length === 0)
    return (
      <Alert variant="light" role="status" w="100%">{t`The file is valid, and would change nothing.`}</Alert>
    );
  return <Rows caption={t`What would change`} columns={COLUMNS} rows={changes} rowKey={({ name }) => name} />;
}
