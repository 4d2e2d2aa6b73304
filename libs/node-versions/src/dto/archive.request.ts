import { UuidField } from '#libs/platform/http';

/** Path of an upload. */
export class ArchivePath {
  /** Id of the version. */
  @UuidField()
  id!: string;
}
