import { t } from '@lingui/core/macro';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.js';
import { fieldProblems } from '../../../api/field-problems.js';
import {
  listOfPublisherInfiniteQueryKey,
  listPublisherNodesInfiniteQueryKey,
  listPublisherNodesOptions,
  listPublisherNodesQueryKey,
} from '@atelier/client/react-query';
import { publishNodeVersion } from '@atelier/client/api';
import { Failure } from '../../../parts/states.js';
import { DeskPage } from '../desk-page.js';
import { ArchiveChecks } from './archive-checks.js';
import { ArchiveDrop } from './archive-drop.js';
import type { ArchiveFacts, ArchiveLook } from './archive-facts.js';
import { PublishFields, type PublishValues } from './publish-fields.js';
import { sendArchive } from './send-archive.js';
import { useVersionCheck } from './use-version-check.js';

const route = getRouteApi('/signed-in/desk/publishers/$publisherId/publish');
const NODES_OFFERED = 100;
const VERSION_FIELDS = ['version', 'changelog', 'dependencies', 'supported_os', 'supported_accelerators'];

export function PublishPage(): ReactNode {
  const { publisherId } = route.useParams();
  return (
    <DeskPage
      publisherId={publisherId}
      title={t`Publish a version`}
      text={t`The archive is checked before it can be installed. A version cannot be changed: publish a new one instead.`}
    >
      {() => <PublishForm publisherId={publisherId} />}
    </DeskPage>
  );
}

function PublishForm({ publisherId }: { publisherId: string }): ReactNode {
  const { node = '', version = '' } = route.useSearch();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [archive, setArchive] = useState<File>();
  const [look, setLook] = useState<ArchiveLook>();
  const [isAccepted, setAccepted] = useState(false);
  const [sent, setSent] = useState<number>();
  const stop = useRef<AbortController>(undefined);
  const { data: nodes = [] } = useQuery(
    listPublisherNodesOptions({ path: { publisherId }, query: { limit: NODES_OFFERED } }),
  );
  const form = useForm<PublishValues>({
    initialValues: {
      node,
      version,
      changelog: '',
      dependencies: [],
      supported_os: [],
      supported_accelerators: [],
    },
  });
  const publish = useMutation({
    mutationFn: async ({ node: id, ...described }: PublishValues) => {
      if (!archive) throw new Error('There is no archive yet.');
      const { data } = await publishNodeVersion({
        path: { publisherId, nodeId: id.trim() },
        body: { node_version: { ...described, version: described.version.trim() } },
        throwOnError: true,
      });
      stop.current = new AbortController();
      setSent(0);
      await sendArchive(data.signedUrl, archive, { onProgress: setSent, signal: stop.current.signal });
      return data.node_version;
    },
    onSuccess: async (made) => {
      // Drop what was read of a previously refused archive with this number.
      queries.removeQueries({ predicate: ({ queryKey: [key] }) => isOfVersion(key, made) });
      for (const queryKey of [
        listOfPublisherInfiniteQueryKey({ path: { publisherId } }),
        listPublisherNodesInfiniteQueryKey({ path: { publisherId } }),
        listPublisherNodesQueryKey({ path: { publisherId } }),
      ])
        void queries.invalidateQueries({ queryKey });
      await navigate({
        to: '/desk/publishers/$publisherId/nodes/$nodeId/versions/$versionId',
        params: { publisherId, nodeId: made.node_id, versionId: made.version },
        replace: true,
      });
    },
    onSettled: () => setSent(undefined),
    onError: (error) => form.setErrors(problemsOf(error)),
  });

  const take = async (file: File | undefined): Promise<void> => {
    setArchive(file);
    setLook(undefined);
    setAccepted(false);
    if (!file) return;
    const [{ lookAtArchive }, content] = await Promise.all([
      import('./archive-facts.js'),
      file.arrayBuffer(),
    ]);
    const seen = lookAtArchive(new Uint8Array(content));
    setLook(seen);
    form.setValues((known) => ({
      node: known.node || (seen.facts.name ?? ''),
      version: known.version || (seen.facts.version ?? ''),
      dependencies: known.dependencies?.length ? known.dependencies : (seen.facts.dependencies ?? []),
    }));
  };
  const [id, number] = [form.values.node.trim(), form.values.version.trim()];
  const own = nodes.find((one) => one.id.toLowerCase() === id.toLowerCase());
  const check = useVersionCheck(publisherId, id, number, own);
  const errors = look?.errors ?? [];
  const warnings = look
    ? [...look.warnings, ...differences(look.facts, id, number), ...(check.warning ? [check.warning] : [])]
    : [];
  const canPublish =
    look && errors.length === 0 && !check.node && !check.version && (isAccepted || warnings.length === 0);
  const isStopped = publish.error instanceof ApiError && publish.error.code === 'canceled';
  return (
    <form onSubmit={form.onSubmit((values) => publish.mutate(values))}>
      <Stack maw={720}>
        <ArchiveDrop archive={archive} onArchive={(file) => void take(file)} isLocked={publish.isPending} />
        <Text size="sm" c="dimmed" role="status">
          {look && errors.length === 0 && t`Name and version were read from pyproject.toml.`}
        </Text>
        <ArchiveChecks errors={errors} warnings={warnings} isAccepted={isAccepted} onAccept={setAccepted} />
        <Paper>
          <Stack>
            <PublishFields form={form} nodes={nodes} own={own} check={check} />
          </Stack>
        </Paper>
        {publish.isError && !isStopped && Object.keys(form.errors).length === 0 && (
          <Failure error={publish.error} />
        )}
        {isStopped && (
          <Text
            size="sm"
            role="status"
          >{t`The upload was stopped. Press “Publish” to go on with this version within 15 minutes.`}</Text>
        )}
        {sent !== undefined && (
          <Stack gap={4} role="status">
            <Text size="sm">
              {sent < 1 ? t`Sending the archive: ${Math.floor(sent * 100)} %` : t`Waiting for the service …`}
            </Text>
            <Progress value={sent * 100} aria-label={t`Sent`} animated />
          </Stack>
        )}
        <Group justify="flex-end">
          {sent !== undefined && (
            <Button variant="default" onClick={() => stop.current?.abort()}>{t`Stop`}</Button>
          )}
          <Button type="submit" disabled={!canPublish} loading={publish.isPending}>{t`Publish`}</Button>
        </Group>
      </Stack>
    </form>
  );
}

function differences({ name, version }: ArchiveFacts, node: string, number: string): string[] {
  return [
    ...(name !== undefined && node !== '' && name.toLowerCase() !== node.toLowerCase()
      ? [t`pyproject.toml has the name “${name}”, but you publish “${node}”.`]
      : []),
    ...(version !== undefined && number !== '' && version !== number
      ? [t`pyproject.toml has the version ${version}, but you publish ${number}.`]
      : []),
  ];
}

function problemsOf(error: unknown): Record<string, string> {
  if (error instanceof ApiError && error.code === 'version_taken') return { version: error.message };
  if (error instanceof ApiError && error.code === 'node_taken') return { node: error.message };
  const paths = VERSION_FIELDS.map((field) => `node_version.${field}`);
  const found = fieldProblems(error, ['nodeId', 'id', ...paths]);
  return Object.fromEntries(
    Object.entries(found).map(([path, rule]) => [
      path === 'nodeId' || path === 'id' ? 'node' : path.replace('node_version.', ''),
      rule,
    ]),
  );
}

function isOfVersion(key: unknown, made: { node_id: string; version: string }): boolean {
  const { path } = key as { path?: { nodeId?: string; versionId?: string } };
  return path?.nodeId === made.node_id && path.versionId === made.version;
}
