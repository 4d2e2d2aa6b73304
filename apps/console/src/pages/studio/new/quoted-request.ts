import { useQuery } from '@tanstack/react-query';
import { ownPath } from '../../../api/own-path.js';

/**
 * The body to quote: the request, or, if the price depends on the length of a video, that length.
 * @returns undefined while the length is unknown; it always is for an external video.
 */
export function useQuotedRequest(
  kind: string,
  request: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const video =
    kind === 'music-from-video' && typeof request.video === 'string' ? ownPath(request.video) : '';
  const isOwn = video.startsWith('/');
  const { data: duration } = useQuery({
    queryKey: ['length of video', video],
    enabled: isOwn,
    staleTime: Infinity,
    queryFn: () => lengthOf(video),
  });
  if (kind !== 'music-from-video') return request;
  return isOwn && duration !== undefined ? { duration } : undefined;
}

/** Seconds, read by the browser from the file's header. */
function lengthOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const video = document.createElement('video');
    video.preload = 'metadata';
    video.onloadedmetadata = () => resolve(video.duration);
    video.onerror = () => reject(new Error('The browser cannot read this video.'));
    video.src = url;
  });
}
