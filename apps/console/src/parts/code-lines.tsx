import { t } from '@lingui/core/macro';
import { Box } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import classes from './code-lines.module.css';

/** Lines of a file with their numbers. */
export function CodeLines({
  lines,
  first = 1,
  marked,
  label,
  ref,
}: {
  lines: readonly string[];
  /** Number of the first line. */
  first?: number;
  /** Numbers of the lines that stand out. */
  marked: readonly number[];
  label: string;
  ref?: Ref<HTMLPreElement>;
}): ReactNode {
  return (
    <Box
      component="pre"
      className={classes.text}
      style={{ counterReset: t`line ${first - 1}` }}
      ref={ref}
      tabIndex={0}
      aria-label={label}
    >
      {lines.map((line, at) => {
        const isMarked = marked.includes(first + at);
        return (
          <Box
            key={at}
            component={isMarked ? 'mark' : 'span'}
            className={classes.line}
            mod={{ marked: isMarked }}
          >
            {line === '' ? ' ' : line}
          </Box>
        );
      })}
    </Box>
  );
}
