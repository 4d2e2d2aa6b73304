import { t } from '@lingui/core/macro';
import { Badge, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TaskOutputResponse } from '@atelier/client/api';
import { CopiedText } from '../../../parts/copied-text.js';
import { Rows } from '../../../parts/rows.js';
import { bytes } from '../../../parts/numbers.js';
import { Section } from '../../../parts/section.js';

const ORIGINS: Record<string, string> = {
  algorithmicallyEnhanced: t`a picture changed by an algorithm`,
  algorithmicMedia: t`made by an algorithm without training data`,
  composite: t`composed of several pictures or videos`,
  trainedAlgorithmicMedia: t`made by a trained model`,
  compositeWithTrainedAlgorithmicMedia: t`composed with output of a trained model`,
};

export function TaskFiles({ outputs }: { outputs: readonly TaskOutputResponse[] }): ReactNode {
  if (outputs.length === 0) return null;
  const files = outputs.map((output, index) => ({ ...output, name: nameOf(outputs, index) }));
  return (
    <Section title={t`Files`}>
      <Rows
        caption={t`Files`}
        rows={files}
        rowKey={({ name }) => name}
        columns={[
          {
            title: t`File`,
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
          { title: t`Origin`, cell: (file) => <Origin file={file} /> },
          {
            title: t`SHA-256`,
            cell: ({ name, sha256 }) =>
              sha256 === null ? t`Not known` : <CopiedText label={t`SHA-256 of ${name}`} text={sha256} />,
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
        <Badge>{t`machine-made`}</Badge>
        {hasCredentials && <Badge color="green">{t`content credentials`}</Badge>}
      </Group>
      <Text size="sm">
        {type === undefined
          ? t`Made by a provider, which has to state how.`
          : t`According to the file: ${ORIGINS[type] ?? type}.`}
        {hasCredentials && t` Its origin is signed by its maker (C2PA).`}
      </Text>
    </Stack>
  );
}

/** `image`, or `audio 2` if several have the role. */
function nameOf(outputs: readonly TaskOutputResponse[], index: number): string {
  const role = outputs[index]?.role ?? '';
  const before = outputs.slice(0, index).filter((one) => one.role === role).length;
  return before === 0 ? role : `${role} ${before + 1}`;
}
