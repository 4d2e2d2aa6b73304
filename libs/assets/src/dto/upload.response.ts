import { ApiProperty } from '@nestjs/swagger';

/** Where to send a file, and where it will be. */
export class UploadResponse {
  @ApiProperty({ description: 'Signed link to PUT the bytes to, once.', format: 'uri' })
  upload_url!: string;

  @ApiProperty({
    description: 'Signed link to the file once it is there; an image or video input of any endpoint.',
    format: 'uri',
  })
  download_url!: string;

  @ApiProperty({ description: 'When both links end and the file may be removed.', format: 'date-time' })
  expires_at!: string;
}
