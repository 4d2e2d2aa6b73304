import type { TaskOutputResponse } from '@atelier/client/api';

const TYPES = { picture: 'image/', video: 'video/' } as const;

/** The picture or video that was made, if any. */
export function resultOf(
  { outputs }: { outputs: readonly TaskOutputResponse[] },
  medium: keyof typeof TYPES,
): TaskOutputResponse | undefined {
  return outputs.find(({ role, content_type: type }) => type.startsWith(TYPES[medium]) && role !== 'cover');
}
