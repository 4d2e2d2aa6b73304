import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Group, Paper, Stack, Tabs, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconDownload, IconFileZip, IconFolderDown, IconTerminal2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { NodeResponse, NodeVersionResponse } from '@atelier/client/api';
import { CopiedText } from '../../parts/copied-text.js';
import { SiteLink } from '../../parts/site-link.js';

/** How to get a version: by a line in the folder of the host, as a file, or from its repository. */
export function Install({ node }: { node: Pick<NodeResponse, 'latest_version' | 'repository'> }): ReactNode {
  const { latest_version: latest, repository } = node;
  return (
    <Paper component="section" aria-label={t`Install`}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h4">{t`Install`}</Title>
          {latest && <Text size="sm" c="dimmed">{t`Version ${latest.version}`}</Text>}
        </Group>
        {latest?.downloadUrl ? (
          <Ways version={latest} />
        ) : (
          <Text>
            {latest ? t`This registry has no archive of it.` : t`There is no version to install here yet.`}{' '}
            {repository !== '' && (
              <>
                <Trans>
                  Get it from its repository: <SiteLink url={repository} />
                </Trans>
              </>
            )}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

function Ways({ version }: { version: NodeVersionResponse }): ReactNode {
  const [way, choose] = useLocalStorage({ key: 'install-with', defaultValue: 'shell' });
  const { node_id: id, version: number, dependencies } = version;
  const archive = `/nodes/${encodeURIComponent(id)}/versions/${encodeURIComponent(number)}/archive?install=true`;
  const { origin } = window.location;
  const shell = `curl -fo '${id}.zip' '${origin}${archive}' && python3 -m zipfile -e '${id}.zip' 'custom_nodes/${id}'`;
  const atelier = `atelier install ${id}@${number} --url ${origin} --into custom_nodes`;
  return (
    <Tabs value={way} onChange={(value) => choose(value ?? 'shell')} keepMounted={false}>
      <Tabs.List mb="sm">
        <Tabs.Tab value="shell" leftSection={<IconTerminal2 size={16} aria-hidden />}>{t`Shell`}</Tabs.Tab>
        <Tabs.Tab value="atelier" leftSection={<IconFolderDown size={16} aria-hidden />}>
          atelier
        </Tabs.Tab>
        <Tabs.Tab value="file" leftSection={<IconFileZip size={16} aria-hidden />}>{t`File`}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="shell">
        <CopiedText label={t`Install command`} text={shell} />
        <Hint>{t`Run it in the folder of the host application.`}</Hint>
      </Tabs.Panel>
      <Tabs.Panel value="atelier">
        <CopiedText label={t`Install command`} text={atelier} />
        <Hint>
          <Trans>
            Run it in the folder of the host application. It checks the SHA-256 of the archive.{' '}
            <Anchor href="/guide/command-line/" inherit>
              Get the command line
            </Anchor>
          </Trans>
        </Hint>
      </Tabs.Panel>
      <Tabs.Panel value="file">
        <Anchor href={archive} download>
          <Group gap={6} component="span" display="inline-flex">
            <Trans>
              <IconDownload size={16} aria-hidden />
              {id}-{number}.zip
            </Trans>
          </Group>
        </Anchor>
        <Hint>{t`Unpack it into its own folder inside custom_nodes of the host application.`}</Hint>
      </Tabs.Panel>
      {dependencies.length > 0 && <Hint>{t`It needs Python packages: ${dependencies.join(', ')}`}</Hint>}
    </Tabs>
  );
}

function Hint({ children }: { children: ReactNode }): ReactNode {
  return (
    <Text size="sm" c="dimmed" mt="xs" style={{ overflowWrap: 'anywhere' }} lineClamp={3}>
      {children}
    </Text>
  );
}
