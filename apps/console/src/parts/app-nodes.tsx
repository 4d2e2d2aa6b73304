import { plural, t } from '@lingui/core/macro';
import { Accordion, Badge, Button, Center, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { listAppNodesOfVersionOptions } from '@atelier/client/react-query';
import type { AppNodeResponse, NodeVersionResponse } from '@atelier/client/api';
import { Rows } from './rows.js';
import { Empty, Loaded } from './states.js';
import { StatusBadge } from './status-badge.js';
import { inputsOf, outputsOf, type Port } from './ports.js';

const SHOWN = 50;
/** With fewer rows, no filter is shown. */
const FILTERED_MIN = 8;

export function AppNodes({ version }: { version: NodeVersionResponse }): ReactNode {
  const query = useQuery(
    listAppNodesOfVersionOptions({ path: { nodeId: version.node_id, versionId: version.version } }),
  );
  const reason = version.app_node_extract_reason;
  return (
    <Stack gap="sm">
      {reason !== '' && <Text size="sm" c="dimmed">{t`What reading the package said: ${reason}`}</Text>}
      <Loaded query={query}>
        {({ app_nodes: found }) =>
          found.length === 0 ? <NoAppNodes version={version} /> : <Found appNodes={found} />
        }
      </Loaded>
    </Stack>
  );
}

function NoAppNodes({
  version: { app_node_extract_status: status },
}: {
  version: NodeVersionResponse;
}): ReactNode {
  const why = {
    pending: t`The package has not been read yet. Check again in a moment.`,
    failed: t`The package could not be read. It can still be installed.`,
    success: t`None were found. The host application reads them from NODE_CLASS_MAPPINGS of the package.`,
  }[status];
  return (
    <Empty title={t`No app nodes`}>
      <Text>{why}</Text>
    </Empty>
  );
}

function Found({ appNodes }: { appNodes: readonly AppNodeResponse[] }): ReactNode {
  const [wanted, setWanted] = useState('');
  const [shown, setShown] = useState(SHOWN);
  const [open, setOpen] = useState<string[]>([]);
  const word = wanted.trim().toLowerCase();
  // A name may contain spaces, which an element id may not.
  const all = appNodes.map((appNode, at) => ({ appNode, id: String(at) }));
  const matching = all.filter(({ appNode }) =>
    `${appNode.app_node_name} ${appNode.display_name} ${appNode.category}`.toLowerCase().includes(word),
  );
  return (
    <Stack gap="sm">
      {appNodes.length >= FILTERED_MIN && (
        <TextInput
          label={t`Filter app nodes`}
          placeholder={t`Name or category`}
          value={wanted}
          onChange={({ currentTarget: { value } }) => setWanted(value)}
        />
      )}
      <Text size="sm" c="dimmed" role="status">
        {word === ''
          ? plural(appNodes.length, { one: '# app node', other: '# app nodes' })
          : t`${matching.length} of ${appNodes.length} app nodes`}
      </Text>
      {matching.length > 0 && (
        <Accordion multiple variant="separated" value={open} onChange={setOpen}>
          {matching.slice(0, shown).map(({ appNode, id }) => (
            <Accordion.Item key={id} value={id}>
              <Accordion.Control>
                <Heading appNode={appNode} />
              </Accordion.Control>
              <Accordion.Panel>{open.includes(id) && <AppNode appNode={appNode} />}</Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
      {matching.length > shown && (
        <Center>
          <Button variant="default" onClick={() => setShown(shown + SHOWN)}>{t`Show more`}</Button>
        </Center>
      )}
    </Stack>
  );
}

function Heading({ appNode }: { appNode: AppNodeResponse }): ReactNode {
  const {
    app_node_name: name,
    display_name: displayName,
    category,
    deprecated,
    experimental,
    policy,
  } = appNode;
  return (
    <Stack gap={2}>
      <Group gap={6}>
        <Text component="span" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {displayName || name}
        </Text>
        {deprecated && <Badge color="orange">{t`deprecated`}</Badge>}
        {experimental && <Badge color="gray">{t`experimental`}</Badge>}
        {policy !== 'AppNodePolicyActive' && <StatusBadge status={policy} />}
      </Group>
      <Text component="span" size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[displayName && displayName !== name ? name : '', category]
          .filter((text) => text !== '')
          .join(' · ')}
      </Text>
    </Stack>
  );
}

function AppNode({ appNode }: { appNode: AppNodeResponse }): ReactNode {
  return (
    <Stack gap="md">
      {appNode.description !== '' && (
        <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {appNode.description}
        </Text>
      )}
      <Ports title={t`Inputs`} none={t`It takes no inputs.`} ports={inputsOf(appNode)} />
      <Ports title={t`Outputs`} none={t`It has no outputs.`} ports={outputsOf(appNode)} />
    </Stack>
  );
}

function Ports({ title, none, ports }: { title: string; none: string; ports: readonly Port[] }): ReactNode {
  const hasDetails = ports.some(({ details }) => details !== '');
  return (
    <Stack gap={4}>
      <Text fw={600} size="sm">
        {title}
      </Text>
      {ports.length === 0 ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <Rows
          caption={title}
          rows={ports}
          rowKey={({ key }) => key}
          columns={[
            { title: t`Name`, cell: ({ name }) => name },
            { title: t`Type`, cell: ({ type }) => <Code>{type}</Code> },
            ...(hasDetails ? [{ title: t`Details`, cell: ({ details }: Port) => details || '–' }] : []),
          ]}
        />
      )}
    </Stack>
  );
}
