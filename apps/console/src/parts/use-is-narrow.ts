import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is narrow: lists are cards, and filters are folded. */
export function useIsNarrow(maxWidth = '48em'): boolean {
  return useMediaQuery(`(max-width: ${maxWidth})`, false, { getInitialValueInEffect: false });
}
