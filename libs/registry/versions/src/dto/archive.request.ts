import { BooleanField, UuidField } from '#libs/platform/http';

/** Path of an upload. */
export class ArchivePath {
  /** Id of the version, as in the `signedUrl` that `POST /publishers/{publisherId}/nodes/{nodeId}/versions` answers. */
  @UuidField()
  id!: string;
}

/** How an archive is fetched. */
export class ArchiveQuery {
  /** Whether it is fetched to be installed: as a whole it counts as a download then. */
  @BooleanField({ default: false })
  install!: boolean;
}
