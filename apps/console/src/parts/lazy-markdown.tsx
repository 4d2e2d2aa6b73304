import { Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import type { MarkdownText } from './markdown.js';

const Markdown = lazy(async () => ({ default: (await import('./markdown.js')).Markdown }));

/** Markdown once its renderer is loaded, plain text until then. */
export function LazyMarkdown(markdown: MarkdownText): ReactNode {
  const plain = (
    <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {markdown.text}
    </Text>
  );
  return (
    <Suspense fallback={plain}>
      <Markdown {...markdown} />
    </Suspense>
  );
}
