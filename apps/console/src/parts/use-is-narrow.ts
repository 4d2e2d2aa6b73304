import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is narrow: lists are cards, and filters are folded. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
}
