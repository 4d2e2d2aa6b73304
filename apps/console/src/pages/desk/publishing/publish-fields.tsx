import { t } from '@lingui/core/macro';
import { Autocomplete, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { NodeResponse, PublishVersionRequest } from '@atelier/client/api';
import { publishNodeVersionForm } from '../../../api/generated/bodies/publishNodeVersion.js';
import type { Field } from '../../../parts/form/field.js';
import type { ControlProps, FieldOf } from '../../../parts/form/use-fields.js';
import { ACCELERATORS, SYSTEMS } from '../node/node-fields.js';
import { useVersionCheck } from './use-version-check.js';

type Version = PublishVersionRequest['node_version'];
/** The node, and the fields of its version by their paths in the request. */
export type PublishBody = { node: string } & {
  [Name in keyof Version & string as `node_version.${Name}`]: Version[Name];
};
type Control = ControlProps<PublishBody> & { publisherId: string };

const NODE: Field = {
  path: 'node',
  'x-label': t`Node`,
  control: 'text',
  isWhole: false,
  isRequired: true,
  maxLength: 100,
};
export const PUBLISH_SCHEMA = [NODE, ...publishNodeVersionForm];

export function publishFields(publisherId: string): {
  main: FieldOf<PublishBody>[];
  more: FieldOf<PublishBody>[];
} {
  return {
    main: [
      { path: 'node', control: (props) => <NodeField publisherId={publisherId} {...props} /> },
      {
        path: 'node_version.version',
        description: t`Three numbers, such as 1.2.0. Each can be used only once; a refused archive uses none.`,
        control: (props) => <NumberField publisherId={publisherId} {...props} />,
      },
      { path: 'node_version.changelog', description: t`What is new. May contain Markdown.` },
    ],
    more: [
      { path: 'node_version.supported_os', suggestions: SYSTEMS },
      { path: 'node_version.supported_accelerators', suggestions: ACCELERATORS },
      {
        path: 'node_version.dependencies',
        description: t`In pip's format, such as numpy>=1.26.`,
      },
    ],
  };
}

export function publishRequest({ node, ...described }: PublishBody): {
  nodeId: string;
  body: PublishVersionRequest;
} {
  const version = Object.fromEntries(
    Object.entries(described).map(([path, value]) => [path.replace('node_version.', ''), value]),
  );
  return { nodeId: node, body: { node_version: version as Version } };
}

function NodeField({ publisherId, label, required, error, value, values, onChange }: Control): ReactNode {
  const id = String(value ?? '');
  const { nodes, own, ...check } = useVersionCheck(publisherId, id, values['node_version.version']);
  return (
    <Autocomplete
      label={label}
      required={required}
      maxLength={100}
      description={describeNode(id.trim(), own)}
      placeholder="my-node"
      data={nodes.map((node) => node.id)}
      value={id}
      onChange={onChange}
      error={error ?? check.node}
    />
  );
}

function NumberField(props: Control): ReactNode {
  const { publisherId, label, description, required, error, value, values, onChange } = props;
  const number = String(value ?? '');
  const check = useVersionCheck(publisherId, values.node, number);
  return (
    <TextInput
      label={label}
      description={description}
      required={required}
      maxLength={100}
      placeholder="1.0.0"
      value={number}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error ?? check.version}
    />
  );
}

function describeNode(id: string, known: NodeResponse | undefined): string {
  if (id === '') return t`One of your nodes, or a new id: letters, digits, dots, dashes.`;
  if (!known) return t`A new node with this id will be created.`;
  return known.latest_version
    ? t`Yours. Its latest version is ${known.latest_version.version}.`
    : t`Yours. It has no active version yet.`;
}
