import { ApiProperty } from '@nestjs/swagger';

/** An archive that has arrived. */
export class ReceivedArchiveResponse {
  /** Id of the version. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** Size of the archive. */
  @ApiProperty({ type: 'integer' }) bytes!: number;

  /** SHA-256 of the archive in hex. */
  @ApiProperty() sha256!: string;
}
