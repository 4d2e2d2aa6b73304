import { Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';

const Changelog = lazy(async () => ({ default: (await import('./changelog.js')).Changelog }));

/** Markdown once its renderer is loaded, plain text until then. */
export function LazyChangelog({ text }: { text: string }): ReactNode {
  const plain = (
    <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
  return (
    <Suspense fallback={plain}>
      <Changelog text={text} />
    </Suspense>
  );
}
