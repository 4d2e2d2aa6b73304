import { Injectable } from '@nestjs/common';
import { PublicAddress } from '#libs/platform/http';
import { NodeVersionResponse } from './node-version.response.js';
import type { NodeVersion } from './node-version.entity.js';

@Injectable()
export class NodeVersionViews {
  constructor(private readonly address: PublicAddress) {}

  /** @param isInside Whether the reader is a member of the publisher or an admin: they also see the reason of
   * its status and the admin tags. */
  show(version: NodeVersion, isInside: boolean): NodeVersionResponse {
    const path = `/nodes/${encodeURIComponent(version.nodeId)}/versions/${encodeURIComponent(version.version)}/archive`;
    return NodeVersionResponse.from(
      version,
      version.archiveKey === null ? undefined : this.address.url + path,
      isInside,
    );
  }
}
