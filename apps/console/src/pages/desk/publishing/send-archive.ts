import { t } from '@lingui/core/macro';
import { ApiError } from '../../../api/api-error.js';
import { ownPath } from '../../../api/own-path.js';

/**
 * Sends an archive to the upload link of its version, reporting the progress.
 * @throws ApiError when it does not arrive, with the code `canceled` when `signal` aborted it.
 */
export async function sendArchive(
  link: string,
  archive: File,
  { onProgress, signal }: { onProgress: (part: number) => void; signal: AbortSignal },
): Promise<void> {
  const digest = await contentDigest(archive);
  await new Promise<void>((resolve, reject) => {
    // fetch does not report upload progress.
    const request = new XMLHttpRequest();
    request.open('PUT', ownPath(link));
    request.setRequestHeader('Content-Type', 'application/zip');
    if (digest) request.setRequestHeader('Content-Digest', digest);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => (request.status === 200 ? resolve() : reject(refusal(request)));
    request.onerror = () => reject(ApiError.of(undefined, undefined));
    request.onabort = () => reject(new ApiError(t`The upload was stopped.`, 'canceled', 400, undefined));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(archive);
  });
}

function refusal(request: XMLHttpRequest): ApiError {
  const requestId = request.getResponseHeader('x-request-id');
  const headers = new Headers(requestId ? { 'x-request-id': requestId } : {});
  let body: unknown;
  try {
    body = JSON.parse(request.responseText);
  } catch {
    // The answer is not from the service.
  }
  return ApiError.of(body, new Response(null, { status: request.status, headers }));
}

/** The digest of the archive; undefined if the browser cannot compute it, which requires https or localhost. */
async function contentDigest(archive: File): Promise<string | undefined> {
  const subtle = (crypto as Partial<Crypto>).subtle;
  if (!subtle) return undefined;
  const sha256 = new Uint8Array(await subtle.digest('SHA-256', await archive.arrayBuffer()));
  return `sha-256=:${btoa(String.fromCharCode(...sha256))}:`;
}
