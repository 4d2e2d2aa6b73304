import type { Response } from 'express';
import { contentDigest, sendFile } from '#libs/platform/http';
import type { Asset } from './asset.entity.js';
import { RangeNotSatisfiable } from './assets.errors.js';
import type { AssetsService } from './assets.service.js';

/**
 * Answers with the bytes of a file, or the part that is asked for.
 * @throws RangeNotSatisfiable
 */
export async function sendAsset(response: Response, assets: AssetsService, asset: Asset): Promise<void> {
  await sendFile(response, {
    bytes: asset.bytes ?? 0,
    contentType: asset.contentType,
    etag: `"${asset.id}"`,
    cacheControl: 'private, max-age=3600, immutable',
    headers: {
      'Content-Security-Policy': "default-src 'none'; sandbox",
      ...(asset.sha256 !== null && { 'Repr-Digest': contentDigest(Buffer.from(asset.sha256, 'hex')) }),
    },
    Unsatisfiable: RangeNotSatisfiable,
    read: (part) => assets.read(asset, part),
  });
}
