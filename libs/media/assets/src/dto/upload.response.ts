import { ApiProperty } from '@nestjs/swagger';

/** Where to send a file, and where it will be. */
export class UploadResponse {
  /** Signed link to PUT the bytes to; the same bytes may come again. */
  @ApiProperty({ format: 'uri' }) upload_url!: string;

  /** Signed link to the file once it is there; an image or video input of any endpoint. */
  @ApiProperty({ format: 'uri' }) download_url!: string;

  /** When both links end and the file may be removed. */
  @ApiProperty({ format: 'date-time' }) expires_at!: string;
}

/** A file that has arrived. */
export class StoredUploadResponse {
  /** Size of the file. */
  @ApiProperty({ type: 'integer' }) bytes!: number;

  /** Media type that the file is served with. */
  @ApiProperty({ example: 'image/png' }) content_type!: string;
}
