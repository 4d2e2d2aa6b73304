import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import {
  ApiErrors,
  ApiFileReply,
  ApiReplyHeaders,
  Public,
  PubliclyCached,
  sendFile,
} from '#libs/platform/http';
import { RegistrySigner } from '#libs/platform/signing';
import { ObjectStorage } from '#libs/platform/storage';
import { SnapshotResponse } from './dto/snapshot.response.js';
import { SnapshotNotFound, SnapshotRangeNotSatisfiable } from './snapshot.errors.js';
import { SNAPSHOT_TYPE, Snapshots } from './snapshots.js';

@ApiTags('Registry')
@Controller()
export class SnapshotController {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly storage: ObjectStorage,
    private readonly signer: RegistrySigner,
  ) {}

  /** Digest, size and content of the newest snapshot, signed by the registry. */
  @Get('registry/snapshot')
  @Public()
  @PubliclyCached({ maxAgeSeconds: 30 })
  @ApiErrors(SnapshotNotFound)
  async getSnapshot(): Promise<SnapshotResponse> {
    return SnapshotResponse.from(await this.snapshots.require(), this.signer.key);
  }

  /**
   * The newest snapshot, written every night: all publishers, nodes, active versions and advisories, one JSON object on a
   * line, compressed by Zstandard. Ranges are honoured; `Content-Digest` and `ETag` carry its SHA-256.
   */
  @Get('registry.json.zst')
  @Public()
  @ApiFileReply('The snapshot.', SNAPSHOT_TYPE)
  @ApiReplyHeaders('Content-Digest')
  @ApiErrors(SnapshotNotFound, SnapshotRangeNotSatisfiable)
  async downloadSnapshot(@Res() response: Response): Promise<void> {
    const { key, bytes, sha256 } = await this.snapshots.require();
    await sendFile(response, {
      bytes: Number(bytes),
      contentType: SNAPSHOT_TYPE,
      etag: `"${sha256.toString('hex')}"`,
      cacheControl: 'public, max-age=30',
      sha256,
      Unsatisfiable: SnapshotRangeNotSatisfiable,
      read: (part) => this.storage.read(key, part),
    });
  }
}
