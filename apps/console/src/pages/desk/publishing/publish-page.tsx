import { t } from '@lingui/core/macro';
import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { publishNodeVersion } from '@atelier/client/api';
import { ApiError } from '../../../api/api-error.js';
import { More } from '../../../parts/form/schema-form.js';
import { useFields } from '../../../parts/form/use-fields.js';
import { Failure } from '../../../parts/states.js';
import { DeskPage } from '../desk-page.js';
import { ArchiveChecks } from './archive-checks.js';
import { ArchiveDrop } from './archive-drop.js';
import type { ArchiveFacts, ArchiveLook } from './archive-facts.js';
import { PUBLISH_SCHEMA, type PublishBody, publishFields, publishRequest } from './publish-fields.js';
import { sendArchive } from './send-archive.js';
import { useVersionCheck } from './use-version-check.js';

const route = getRouteApi('/signed-in/desk/publishers/$publisherId/publish');

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
  const { node, version } = route.useSearch();
  const { archive, look, take } = useArchive();
  const [accepted, setAccepted] = useState<ArchiveLook>();
  const { main, more } = publishFields(publisherId);
  const { facts, errors = [] } = look ?? {};
  const form = useFields<PublishBody>({
    schema: PUBLISH_SCHEMA,
    fields: [...main, ...more],
    initial: {
      node: node || facts?.name || '',
      'node_version.version': version || facts?.version || '',
      'node_version.dependencies': facts?.dependencies ?? [],
    },
    codes: { version_taken: 'node_version.version', node_taken: 'node' },
  });
  const { node: id = '', 'node_version.version': number = '' } = form.values;
  const check = useVersionCheck(publisherId, id, number);
  const { publish, sent, stop } = usePublish(publisherId, archive, form.refuse);
  const warnings = look
    ? [...look.warnings, ...differences(look.facts, id.trim(), number.trim(), check.warning)]
    : [];
  const isAccepted = warnings.length === 0 || accepted === look;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isFit()) publish.mutate(form.body);
      }}
    >
      <Stack maw={720}>
        <ArchiveDrop archive={archive} onArchive={(file) => void take(file)} isLocked={publish.isPending} />
        <Text size="sm" c="dimmed" role="status">
          {look && errors.length === 0 && t`Name and version were read from pyproject.toml.`}
        </Text>
        <ArchiveChecks
          errors={errors}
          warnings={warnings}
          isAccepted={accepted === look}
          onAccept={(isOn) => setAccepted(isOn ? look : undefined)}
        />
        <Paper>
          <Stack>
            {form.controls.slice(0, main.length)}
            <More>{form.controls.slice(main.length)}</More>
          </Stack>
        </Paper>
        {form.failure !== undefined && <Failure error={form.failure} />}
        <Sending sent={sent} isStopped={isStop(publish.error)} />
        <Group justify="flex-end">
          {sent !== undefined && <Button variant="default" onClick={stop}>{t`Stop`}</Button>}
          <Button
            type="submit"
            disabled={!look || errors.length > 0 || !!check.node || !!check.version || !isAccepted}
            loading={publish.isPending}
          >{t`Publish`}</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The chosen archive, and what can be seen of it. */
function useArchive() {
  const [{ archive, look }, set] = useState<{ archive?: File | undefined; look?: ArchiveLook }>({});
  const take = async (file: File | undefined): Promise<void> => {
    set({ archive: file });
    if (!file) return;
    const [{ lookAtArchive }, content] = await Promise.all([
      import('./archive-facts.js'),
      file.arrayBuffer(),
    ]);
    set({ archive: file, look: lookAtArchive(new Uint8Array(content)) });
  };
  return { archive, look, take };
}

/** Describes a version, sends its archive, and goes to its page. */
function usePublish(publisherId: string, archive: File | undefined, refuse: (error: unknown) => void) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [sent, setSent] = useState<number>();
  const stop = useRef<AbortController>(undefined);
  const publish = useMutation({
    mutationFn: async (described: PublishBody) => {
      if (!archive) throw new Error('There is no archive yet.');
      const { nodeId, body } = publishRequest(described);
      const { data } = await publishNodeVersion({ path: { publisherId, nodeId }, body, throwOnError: true });
      stop.current = new AbortController();
      setSent(0);
      await sendArchive(data.signedUrl, archive, { onProgress: setSent, signal: stop.current.signal });
      return data.node_version;
    },
    onSuccess: async (made) => {
      // Drop what was read of a previously refused archive with this number.
      queries.removeQueries({ predicate: ({ queryKey: [key] }) => isOfVersion(key, made) });
      await navigate({
        to: '/desk/publishers/$publisherId/nodes/$nodeId/versions/$versionId',
        params: { publisherId, nodeId: made.node_id, versionId: made.version },
        replace: true,
      });
      await queries.invalidateQueries();
    },
    onSettled: () => setSent(undefined),
    onError: (error) => refuse(isStop(error) ? undefined : ofNode(error)),
  });
  return { publish, sent, stop: () => stop.current?.abort() };
}

function Sending({ sent, isStopped }: { sent: number | undefined; isStopped: boolean }): ReactNode {
  if (sent === undefined)
    return (
      isStopped && (
        <Text
          size="sm"
          role="status"
        >{t`The upload was stopped. Press “Publish” to go on with this version within 15 minutes.`}</Text>
      )
    );
  return (
    <Stack gap={4} role="status">
      <Text size="sm">
        {sent < 1 ? t`Sending the archive: ${Math.floor(sent * 100)} %` : t`Waiting for the service …`}
      </Text>
      <Progress value={sent * 100} aria-label={t`Sent`} animated />
    </Stack>
  );
}

function differences(
  { name, version }: ArchiveFacts,
  node: string,
  number: string,
  warning: string | undefined,
): string[] {
  const isOther = name !== undefined && node !== '' && name.toLowerCase() !== node.toLowerCase();
  const isOtherNumber = version !== undefined && number !== '' && version !== number;
  return [
    isOther && t`pyproject.toml has the name “${name}”, but you publish “${node}”.`,
    isOtherNumber && t`pyproject.toml has the version ${version}, but you publish ${number}.`,
    warning,
  ].filter((text) => typeof text === 'string');
}

function isStop(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'canceled';
}

/** What the API says of the id in the path is about the field for the node. */
function ofNode(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const message = error.message.replace(/^(?:nodeId|id) /, 'node ');
  return new ApiError(message, error.code, error.status, error.requestId);
}

function isOfVersion(key: unknown, made: { node_id: string; version: string }): boolean {
  const { path } = key as { path?: { nodeId?: string; versionId?: string } };
  return path?.nodeId === made.node_id && path.versionId === made.version;
}
