import { UuidField } from '#libs/platform/http';

/** Path of an upload. */
export class ArchivePath {
  /** Id of the version, as in the `signedUrl` that `POST /publishers/{publisherId}/nodes/{nodeId}/versions` answers. */
  @UuidField()
  id!: string;
}
