import { UuidField } from '#libs/platform/http';

/** Path of an upload. */
export class ArchivePath {
  @UuidField({ description: 'Id of the version.' })
  id!: string;
}
