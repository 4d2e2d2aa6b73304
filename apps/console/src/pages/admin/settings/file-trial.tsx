import { t } from '@lingui/core/macro';
import { Alert, Code, List, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listSettingsOptions } from '@atelier/client/react-query';
import { type ReactNode, useState } from 'react';
import {
  type FileChangeResponse,
  type FileTrialResponse,
  tryFile,
  type TryFileRequest,
} from '@atelier/client/api';
import { tryFileForm } from '../../../api/generated/bodies/tryFile.js';
import { SchemaForm } from '../../../parts/form/schema-form.js';
import { type Column, Rows } from '../../../parts/rows.js';

const COLUMNS: readonly Column<FileChangeResponse>[] = [
  { title: t`Entry`, cell: ({ name }) => <Code>{name}</Code> },
  { title: t`Now`, text: ({ before }) => before ?? t`None` },
  { title: t`With this file`, text: ({ after }) => after ?? t`None` },
];

type Trial = FileTrialResponse & { body: TryFileRequest };

/** Shows what a file would change before it is put in place. */
export function FileTrial(): ReactNode {
  const { data: settings } = useQuery(listSettingsOptions());
  const version = settings?.price_table_version;
  const [trial, setTrial] = useState<Trial>();
  return (
    <Paper>
      <SchemaForm<TryFileRequest, Trial>
        schema={tryFileForm}
        fields={[
          { path: 'file', choices: { prices: t`Price table`, vendors: t`Vendors` } },
          { path: 'content', label: t`Content, as JSON`, description: '' },
        ]}
        initial={trial?.body ?? { file: 'prices' }}
        label={t`Show what would change`}
        save={async (body) => ({ body, ...(await tryFile({ body, throwOnError: true })).data })}
        onSaved={setTrial}
      >
        <Text>
          {t`Paste a price table or a vendors file to see what it would change. Nothing is stored.`}{' '}
          {version && t`The price table in force is ${version}.`}
        </Text>
      </SchemaForm>
      {trial && <Outcome {...trial} />}
    </Paper>
  );
}

function Outcome({ problems, changes }: FileTrialResponse): ReactNode {
  if (problems.length > 0)
    return (
      <Alert color="red" variant="light" title={t`The service would refuse this file`} role="status" mt="md">
        <List size="sm">
          {problems.map((problem) => (
            <List.Item key={problem}>{problem}</List.Item>
          ))}
        </List>
      </Alert>
    );
  if (changes.length === 0)
    return (
      <Alert variant="light" role="status" mt="md">{t`The file is valid, and would change nothing.`}</Alert>
    );
  return <Rows caption={t`What would change`} columns={COLUMNS} rows={changes} rowKey={({ name }) => name} />;
}
