import { t } from '@lingui/core/macro';
import { ApiError } from '../../../api/api-error.js';
import { prepareUpload } from '@atelier/client/api';
import { ownPath } from '../../../api/own-path.js';

/**
 * Uploads a file.
 * @param onProgress Gets the share that was sent, 0 to 1.
 * @returns The link with which a request names it.
 */
export async function uploadFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { data } = await prepareUpload({
    body: { file_name: file.name || 'pasted.png' },
    signal,
    throwOnError: true,
  });
  await send(file, ownPath(data.upload_url), onProgress, signal);
  return data.download_url;
}

/** `fetch` does not report upload progress. */
function send(
  file: File,
  url: string,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => (request.status < 300 ? resolve() : reject(refusal(request)));
    request.onerror = () => reject(ApiError.of(undefined, undefined));
    request.onabort = () => reject(new DOMException(t`The upload was canceled.`, 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

function refusal(request: XMLHttpRequest): ApiError {
  const requestId = request.getResponseHeader('x-request-id') ?? undefined;
  try {
    const { error, message } = JSON.parse(request.responseText) as { error: string; message: string };
    return new ApiError(message, error, request.status, requestId);
  } catch {
    return new ApiError(t`The service answered ${request.status}.`, 'unknown', request.status, requestId);
  }
}
