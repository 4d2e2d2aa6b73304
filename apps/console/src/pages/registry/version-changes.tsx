import { plural, t } from '@lingui/core/macro';
import { Alert, Badge, Group, List, Paper, Spoiler, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { compareVersionsOptions } from '@atelier/client/react-query';
import type { ComparedVersionResponse, VersionComparisonResponse } from '@atelier/client/api';
import { bytes, count } from '../../parts/numbers.js';
import { Rows } from '../../parts/rows.js';
import { Loaded } from '../../parts/states.js';

type Kind = 'added' | 'removed' | 'changed';
type Change = { kind: Kind; what: ReactNode; key: string };

const SIGNS = {
  added: { color: 'green', sign: '+', word: 'added' },
  removed: { color: 'red', sign: '−', word: 'removed' },
  changed: { color: 'blue', sign: '~', word: 'changed' },
} satisfies Record<Kind, object>;

/** What changed between two versions of a node. */
export function VersionChanges({
  nodeId,
  from,
  to,
}: {
  nodeId: string;
  from: string;
  to: string;
}): ReactNode {
  const query = useQuery(compareVersionsOptions({ path: { nodeId }, query: { from, to } }));
  return (
    <Paper component="section" aria-label={t`Changes from ${from} to ${to}`}>
      <Loaded query={query}>{(comparison) => <Comparison comparison={comparison} />}</Loaded>
    </Paper>
  );
}

function Comparison({ comparison }: { comparison: VersionComparisonResponse }): ReactNode {
  const { from, to, files, app_nodes: appNodes, dependencies, findings } = comparison;
  return (
    <Stack gap="lg">
      <FactChanges from={from} to={to} />
      <Changes title={t`App nodes`} changes={appNodeChanges(appNodes)} />
      <Changes title={t`Python packages`} changes={dependencyChanges(dependencies)} />
      {findings && (
        <Changes
          title={t`Findings of the check`}
          changes={changesOf(findings, ({ message, path }) => (path ? `${path}: ${message}` : message))}
        />
      )}
      <Changes title={t`Files`} changes={fileChanges(files)} total={files.total}>
        {!files.is_known && (
          <Alert
            variant="light"
            color="orange"
          >{t`The files of one of the two versions are not known in full.`}</Alert>
        )}
      </Changes>
    </Stack>
  );
}

function FactChanges({
  from,
  to,
}: {
  from: ComparedVersionResponse;
  to: ComparedVersionResponse;
}): ReactNode {
  const facts: readonly [string, (version: ComparedVersionResponse) => string][] = [
    [t`Size of the archive`, ({ archive_bytes: size }) => (size === null ? '' : bytes(size))],
    [t`Files`, ({ files }) => count(files)],
    [t`Licence`, ({ licence }) => licence],
    [t`Python`, ({ requires_python: python }) => python],
    [t`Host application`, ({ supported_app_version: host }) => host],
  ];
  return (
    <Rows
      caption={t`Facts of the two versions`}
      rows={facts.filter(([, of]) => of(from) + of(to) !== '')}
      rowKey={([name]) => name}
      columns={[
        { title: t`Version`, cell: ([name]) => name },
        { title: from.version, cell: ([, of]) => of(from) || '–' },
        {
          title: to.version,
          cell: ([, of]) => (
            <Text span inherit fw={of(from) === of(to) ? 400 : 650}>
              {of(to) || '–'}
            </Text>
          ),
        },
      ]}
    />
  );
}

function Changes({
  title,
  changes,
  total = changes.length,
  children,
}: {
  title: string;
  changes: readonly Change[];
  total?: number;
  children?: ReactNode;
}): ReactNode {
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Title order={3} size="h5">
          {title}
        </Title>
        {(Object.keys(SIGNS) as Kind[]).map((kind) => {
          const some = changes.filter((change) => change.kind === kind).length;
          return (
            some > 0 && (
              <Badge key={kind} color={SIGNS[kind].color}>
                {count(some)} {SIGNS[kind].word}
              </Badge>
            )
          );
        })}
      </Group>
      {children}
      {changes.length === 0 ? (
        <Text size="sm" c="dimmed">{t`No changes`}</Text>
      ) : (
        <Spoiler
          maxHeight={220}
          showLabel={t`Show all`}
          hideLabel={t`Show less`}
          attributes={{ content: { 'aria-label': title } }}
        >
          <List listStyleType="none" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {changes.map(({ kind, what, key }) => (
              <List.Item key={`${kind} ${key}`}>
                <Text span inherit fw={650} ff="monospace" c={SIGNS[kind].color} title={SIGNS[kind].word}>
                  {SIGNS[kind].sign}
                </Text>{' '}
                {what}
              </List.Item>
            ))}
          </List>
        </Spoiler>
      )}
      {total > changes.length && (
        <Text
          size="sm"
          c="dimmed"
        >{t`${plural(total - changes.length, { one: '# further file', other: '# further files' })} not listed.`}</Text>
      )}
    </Stack>
  );
}

function changesOf<One>(
  list: { added: readonly One[]; removed: readonly One[] },
  textOf: (one: One) => string,
): Change[] {
  return (['added', 'removed'] as const).flatMap((kind) =>
    list[kind].map((one, at) => ({ kind, what: textOf(one), key: `${at} ${textOf(one)}` })),
  );
}

function fileChanges(files: VersionComparisonResponse['files']): Change[] {
  return [
    ...changesOf(files, (file) => `${file.path} (${bytes(file.bytes)})`),
    ...files.changed.map(({ path, bytes: after, bytes_before: before }) => ({
      kind: 'changed' as const,
      what: `${path} (${bytes(before)} → ${bytes(after)})`,
      key: path,
    })),
  ];
}

function appNodeChanges(appNodes: VersionComparisonResponse['app_nodes']): Change[] {
  return [
    ...changesOf(appNodes, (name) => name),
    ...appNodes.changed.map((appNode) => {
      const parts = [
        [t`inputs added`, appNode.inputs_added],
        [t`inputs removed`, appNode.inputs_removed],
        [t`inputs changed`, appNode.inputs_changed],
      ] as const;
      const what = parts.flatMap(([word, names]) =>
        names.length > 0 ? [`${word}: ${names.join(', ')}`] : [],
      );
      if (appNode.outputs_changed) what.push(t`other outputs`);
      return { kind: 'changed' as const, what: `${appNode.name}: ${what.join('; ')}`, key: appNode.name };
    }),
  ];
}

function dependencyChanges(dependencies: VersionComparisonResponse['dependencies']): Change[] {
  return [
    ...changesOf(dependencies, (text) => text),
    ...dependencies.changed.map(({ name, before, after }) => ({
      kind: 'changed' as const,
      what: `${before} → ${after}`,
      key: name,
    })),
  ];
}
