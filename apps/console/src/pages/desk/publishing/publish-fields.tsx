import { Autocomplete, Button, Collapse, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { NodeResponse } from '@atelier/client/api';
import { PlatformFields } from '../platform-fields.js';

export type PublishValues = {
  node: string;
  version: string;
  changelog: string;
  dependencies: string[];
  supported_os: string[];
  supported_accelerators: string[];
};

export function PublishFields({
  form,
  nodes,
}: {
  form: UseFormReturnType<PublishValues>;
  nodes: readonly NodeResponse[];
}): ReactNode {
  const [showsMore, more] = useDisclosure();
  const id = form.values.node.trim();
  const known = nodes.find((one) => one.id.toLowerCase() === id.toLowerCase());
  return (
    <>
      <Autocomplete
        label="Node"
        required
        maxLength={100}
        description={describeNode(id, known)}
        placeholder="my-node"
        data={nodes.map((node) => node.id)}
        {...form.getInputProps('node')}
      />
      <TextInput
        label="Version"
        required
        maxLength={100}
        description="A semantic version. A number is used once, even when its version is deleted later. A refused archive uses none."
        placeholder="1.0.0"
        {...form.getInputProps('version')}
      />
      <Textarea
        label="Changelog"
        description="What is new. May contain Markdown."
        autosize
        minRows={3}
        maxRows={14}
        maxLength={20_000}
        {...form.getInputProps('changelog')}
      />
      <Button
        variant="subtle"
        px={0}
        onClick={more.toggle}
        aria-expanded={showsMore}
        aria-controls="version-fields"
        style={{ alignSelf: 'flex-start' }}
      >
        {showsMore ? 'Fewer fields' : 'Where it runs (optional)'}
      </Button>
      <Collapse expanded={showsMore} id="version-fields">
        <Stack>
          <PlatformFields input={form.getInputProps} />
          <TagsInput
            label="Python packages it needs"
            description="In pip's format, such as numpy>=1.26."
            {...form.getInputProps('dependencies')}
          />
        </Stack>
      </Collapse>
    </>
  );
}

function describeNode(id: string, known: NodeResponse | undefined): string {
  if (id === '') return 'One of your nodes, or a new id: letters, digits, dots, dashes.';
  if (!known) return 'A new node with this id will be created.';
  return known.latest_version
    ? `Yours. Its latest version is ${known.latest_version.version}.`
    : 'Yours. It has no active version yet.';
}
