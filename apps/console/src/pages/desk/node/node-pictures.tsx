import { t } from '@lingui/core/macro';
import { Button, FileButton, Group, Image, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { deleteBanner, deleteIcon, type NodeResponse, saveBanner, saveIcon } from '@atelier/client/api';
import { NodeIcon } from '../../../parts/node-icon.js';
import { Panel } from '../../../parts/panel.js';
import { Failure } from '../../../parts/states.js';

const ACCEPTED = 'image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml';

/** The icon and banner of a node, uploaded here. */
export function NodePictures({ publisherId, node }: { publisherId: string; node: NodeResponse }): ReactNode {
  const { icon_path: icon, banner_path: banner } = node;
  const to = { path: { publisherId, nodeId: node.id }, throwOnError: true } as const;
  return (
    <Panel title={t`Pictures`} text={t`PNG, JPEG, WebP, GIF, AVIF or SVG, at most 8 MB.`}>
      <Picture
        name={t`Icon`}
        hint={t`Square. It stands beside the name wherever the node is listed.`}
        has={icon !== ''}
        change={(body) => (body ? saveIcon({ ...to, body }) : deleteIcon(to))}
      >
        <NodeIcon of={node} size={72} />
      </Picture>
      <Picture
        name={t`Banner`}
        hint={t`Wide. It stands at the top of the page of the node.`}
        has={banner !== ''}
        change={(body) => (body ? saveBanner({ ...to, body }) : deleteBanner(to))}
      >
        {banner !== '' && <Image src={`${banner}?width=640`} alt="" radius="md" mah={120} fit="cover" />}
      </Picture>
    </Panel>
  );
}

function Picture({
  name,
  hint,
  has,
  change,
  children,
}: {
  name: string;
  hint: string;
  has: boolean;
  /** Saves the file, or removes the picture. */
  change: (file: File | null) => Promise<unknown>;
  /** The picture. */
  children: ReactNode;
}): ReactNode {
  const queries = useQueryClient();
  const save = useMutation({ mutationFn: change, onSuccess: () => queries.invalidateQueries() });
  return (
    <Stack gap="xs" role="group" aria-label={name}>
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </div>
      {children}
      <Group gap="xs">
        <FileButton
          accept={ACCEPTED}
          onChange={(file) => file && save.mutate(file)}
          inputProps={{ 'aria-label': t`File of the ${name}` }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              loading={save.isPending}
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
            disabled={save.isPending}
            onClick={() => save.mutate(null)}
          >{t`Remove`}</Button>
        )}
      </Group>
      {save.isError && <Failure error={save.error} />}
    </Stack>
  );
}
