import { Badge, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TaskOutputResponse } from '@atelier/client';
import { CopiedText } from '../../../parts/copied-text.js';
import { Rows } from '../../../parts/rows.js';
import { bytes } from '../../../parts/numbers.js';
import { Section } from '../../../parts/section.js';

/** Digital source types of the IPTC in words. */
const ORIGINS: Record<string, string> = {
  algorithmicallyEnhanced: 'a picture that an algorithm has changed',
  algorithmicMedia: 'made by an algorithm that learnt from nothing',
  composite: 'put together from several pictures or videos',
  trainedAlgorithmicMedia: 'made by a trained model',
  compositeWithTrainedAlgorithmicMedia: 'put together with what a trained model made',
};

/** The files that a task made, with what proves that a copy is the same, and where they come from. */
export function TaskFiles({ outputs }: { outputs: readonly TaskOutputResponse[] }): ReactNode {
  if (outputs.length === 0) return null;
  const files = outputs.map((output, index) => ({ ...output, name: nameOf(outputs, index) }));
  return (
    <Section title="Files">
      <Rows
        caption="Files"
        rows={files}
        rowKey={({ name }) => name}
        columns={[
          {
            title: 'File',
            cell: ({ name, content_type: type, bytes: size }) => (
              <>
                {name}
                <Text size="sm" c="dimmed">
                  {type}
                  {size !== null && `, ${bytes(size)}`}
                </Text>
              </>
            ),
          },
          { title: 'Origin', cell: (file) => <Origin file={file} /> },
          {
            title: 'SHA-256',
            cell: ({ name, sha256 }) =>
              sha256 === null ? 'Not known' : <CopiedText label={`SHA-256 of ${name}`} text={sha256} />,
          },
        ]}
      />
    </Section>
  );
}

function Origin({
  file: {
    provenance: { digital_source_type: uri, content_credentials: hasCredentials },
  },
}: {
  file: TaskOutputResponse;
}): ReactNode {
  const type = uri?.slice(uri.lastIndexOf('/') + 1);
  return (
    <Stack gap={4}>
      <Group gap={6}>
        <Badge>machine-made</Badge>
        {hasCredentials && <Badge color="green">content credentials</Badge>}
      </Group>
      <Text size="sm">
        {type === undefined
          ? 'By a provider, who is to say how.'
          : `The file says so: ${ORIGINS[type] ?? type}.`}
        {hasCredentials && ' Its maker has signed where it comes from (C2PA).'}
      </Text>
    </Stack>
  );
}

/** `image`, or `audio 2` where several have the role. */
function nameOf(outputs: readonly TaskOutputResponse[], index: number): string {
  const role = outputs[index]?.role ?? '';
  const before = outputs.slice(0, index).filter((one) => one.role === role).length;
  return before === 0 ? role : `${role} ${before + 1}`;
}
