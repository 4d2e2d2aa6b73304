import { t } from '@lingui/core/macro';
import { Autocomplete, Button, Collapse, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { NodeResponse } from '@atelier/client/api';
import type { VersionCheck } from './use-version-check.js';

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
  own,
  check,
}: {
  form: UseFormReturnType<PublishValues>;
  nodes: readonly NodeResponse[];
  /** The publisher's node of the entered id. */
  own: NodeResponse | undefined;
  check: VersionCheck;
}): ReactNode {
  const [showsMore, more] = useDisclosure();
  return (
    <>
      <Autocomplete
        label={t`Node`}
        required
        maxLength={100}
        description={describeNode(form.values.node.trim(), own)}
        placeholder="my-node"
        data={nodes.map((node) => node.id)}
        {...form.getInputProps('node')}
        error={form.errors.node ?? check.node}
      />
      <TextInput
        label={t`Version`}
        required
        maxLength={100}
        description={t`Three numbers, such as 1.2.0. Each can be used only once; a refused archive uses none.`}
        placeholder="1.0.0"
        {...form.getInputProps('version')}
        error={form.errors.version ?? check.version}
      />
      <Textarea
        label={t`Changelog`}
        description={t`What is new. May contain Markdown.`}
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
        {showsMore ? t`Fewer fields` : t`Where it runs (optional)`}
      </Button>
      <Collapse expanded={showsMore} id="version-fields">
        <Stack>
          <TagsInput
            label={t`Operating systems`}
            description={t`Empty for all. Press Enter after each.`}
            data={[t`Linux`, 'macOS', t`Windows`]}
            {...form.getInputProps('supported_os')}
          />
          <TagsInput
            label={t`Accelerators`}
            description={t`Empty for all.`}
            data={['CUDA', 'DirectML', 'ROCm', 'MPS']}
            {...form.getInputProps('supported_accelerators')}
          />
          <TagsInput
            label={t`Python packages it needs`}
            description={t`In pip's format, such as numpy>=1.26.`}
            {...form.getInputProps('dependencies')}
          />
        </Stack>
      </Collapse>
    </>
  );
}

function describeNode(id: string, known: NodeResponse | undefined): string {
  if (id === '') return t`One of your nodes, or a new id: letters, digits, dots, dashes.`;
  if (!known) return t`A new node with this id will be created.`;
  return known.latest_version
    ? t`Yours. Its latest version is ${known.latest_version.version}.`
    : t`Yours. It has no active version yet.`;
}
