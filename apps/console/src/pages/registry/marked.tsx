import { Mark } from '@mantine/core';
import type { ReactNode } from 'react';
import type { HighlightFragment } from '@atelier/client/api';

export function Marked({ fragments }: { fragments: readonly HighlightFragment[] }): ReactNode {
  return fragments.map(({ text, is_match: isMatch }, at) => (isMatch ? <Mark key={at}>{text}</Mark> : text));
}
