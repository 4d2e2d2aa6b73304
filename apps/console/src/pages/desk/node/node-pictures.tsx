import { t } from '@lingui/core/macro';
import { Button, FileButton, Group, Image, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { deleteBanner, deleteIcon, type NodeResponse, saveBanner, saveIcon } from '@atelier/client/api';
import { NodeIcon } from '../../../parts/node-icon.js';
import { Failure } from '../../../parts/states.js';
import { useNodeReread } from './use-node-reread.js';

const ACCEPTED = 'image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml';

/** The icon and banner of a node, uploaded here. */
export function NodePictures({ publisherId, node }: { publisherId: string; node: NodeResponse }): ReactNode {
  const path = { publisherId, nodeId: node.id };
  return (
    <Paper maw={720}>
      <Stack gap="lg">
        <Title order={2} size="h4">{t`Pictures`}</Title>
        <Picture
          name={t`Icon`}
          hint={t`Square. It stands beside the name wherever the node is listed.`}
          shown={<NodeIcon of={node} size={72} />}
          has={node.icon_path !== ''}
          save={(body) => saveIcon({ path, body, throwOnError: true })}
          remove={() => deleteIcon({ path, throwOnError: true })}
          publisherId={publisherId}
          nodeId={node.id}
        />
        <Picture
          name={t`Banner`}
          hint={t`Wide. It stands at the top of the page of the node.`}
          shown={
            node.banner_path !== '' && (
              <Image src={`${node.banner_path}?width=640`} alt="" radius="md" mah={120} fit="cover" />
            )
          }
          has={node.banner_path !== ''}
          save={(body) => saveBanner({ path, body, throwOnError: true })}
          remove={() => deleteBanner({ path, throwOnError: true })}
          publisherId={publisherId}
          nodeId={node.id}
        />
        <Text size="sm" c="dimmed">{t`PNG, JPEG, WebP, GIF, AVIF or SVG, at most 8 MB.`}</Text>
      </Stack>
    </Paper>
  );
}

function Picture({
  name,
  hint,
  shown,
  has,
  save,
  remove,
  publisherId,
  nodeId,
}: {
  name: string;
  hint: string;
  shown: ReactNode;
  has: boolean;
  save: (file: File) => Promise<unknown>;
  remove: () => Promise<unknown>;
  publisherId: string;
  nodeId: string;
}): ReactNode {
  const reread = useNodeReread(publisherId);
  const change = useMutation({
    mutationFn: (file: File | null) => (file ? save(file) : remove()),
    onSuccess: () => reread(nodeId),
  });
  return (
    <Stack gap="xs" role="group" aria-label={name}>
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </div>
      {shown}
      <Group gap="xs">
        <FileButton
          accept={ACCEPTED}
          onChange={(file) => file && change.mutate(file)}
          inputProps={{ 'aria-label': t`File of the ${name}` }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              loading={change.isPending}
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              {has ? t`Replace` : t`Upload`}
            </Button>
          )}
        </FileButton>
        {has && (
          <Button
            variant="default"
            size="xs"
            disabled={change.isPending}
            onClick={() => change.mutate(null)}
          >{t`Remove`}</Button>
        )}
      </Group>
      {change.isError && <Failure error={change.error} />}
    </Stack>
  );
}
