import { ApiProperty } from '@nestjs/swagger';

/** Where to send a file, and where it will be. */
export class UploadResponse {
  @ApiProperty({
    description: 'Signed link to PUT the bytes to; the same bytes may come again.',
    format: 'uri',
  })
  upload_url!: string;

  @ApiProperty({
    description: 'Signed link to the file once it is there; an image or video input of any endpoint.',
    format: 'uri',
  })
  download_url!: string;

  @ApiProperty({ description: 'When both links end and the file may be removed.', format: 'date-time' })
  expires_at!: string;
}

/** A file that has arrived. */
export class StoredUploadResponse {
  @ApiProperty({ description: 'Size of the file.', type: 'integer' })
  bytes!: number;

  @ApiProperty({ description: 'Media type that the file is served with.', example: 'image/png' })
  content_type!: string;
}
