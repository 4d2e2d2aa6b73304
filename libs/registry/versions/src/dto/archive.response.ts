import { ApiProperty } from '@nestjs/swagger';

/** An archive that has arrived. */
export class ReceivedArchiveResponse {
  @ApiProperty({ description: 'Id of the version.', format: 'uuid' })
  id!: string;

  @ApiProperty({ description: 'Size of the archive.', type: 'integer' })
  bytes!: number;

  @ApiProperty({ description: 'SHA-256 of the archive in hex.' })
  sha256!: string;
}
