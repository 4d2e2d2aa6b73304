import { ApiProperty } from '@nestjs/swagger';

export class UploadResponse {
  /** Signed link to PUT the bytes to. The same bytes may be sent again. */
  @ApiProperty({ format: 'uri' }) upload_url!: string;

  /** Signed link to the file once it has arrived. Any endpoint accepts it as an image or video input. */
  @ApiProperty({ format: 'uri' }) download_url!: string;

  /** When both links expire and the file may be removed. */
  @ApiProperty({ format: 'date-time' }) expires_at!: string;
}

export class StoredUploadResponse {
  /** Size of the file. */
  @ApiProperty({ type: 'integer' }) bytes!: number;

  /** Media type that the file is served with. */
  @ApiProperty({ example: 'image/png' }) content_type!: string;
}
