import { ApiProperty } from '@nestjs/swagger';

export const SETTING_ORIGINS = ['default', 'environment', 'env_file'] as const;
export type SettingOrigin = (typeof SETTING_ORIGINS)[number];

export class SettingResponse {
  /** Name of the environment variable. */
  @ApiProperty({ example: 'RATE_LIMIT' }) name!: string;

  /** What it does, and its unit. */
  @ApiProperty() description!: string;

  /** What a value must be. */
  @ApiProperty({ example: 'whole number from 1 to 1000000, or off' }) rule!: string;

  /** The value that applies if none is set; null if there is none. */
  @ApiProperty({ type: 'string', nullable: true, example: '1200' }) default!: string | null;

  /** What was set; null if the default holds, and for a secret. */
  @ApiProperty({ type: 'string', nullable: true, example: '600' }) value!: string | null;

  /** Whether its value is a secret, which is never shown. */
  @ApiProperty({ example: false }) is_secret!: boolean;

  /** Where the value is from: nowhere, the environment of the process, or the file `.env`. */
  @ApiProperty({ enum: SETTING_ORIGINS, example: 'environment' }) origin!: SettingOrigin;
}

export class SettingListResponse {
  /** The settings of the process that answers. */
  @ApiProperty({ type: [SettingResponse] }) settings!: SettingResponse[];

  /** Version of the price table in force. */
  @ApiProperty({ example: '2026-11-1' }) price_table_version!: string;
}

export class FileChangeResponse {
  /** Name of the vendor, or of the price by its place in the table. */
  @ApiProperty({ example: 'image.image-relight' }) name!: string;

  /** Its value in force; null if it is new. */
  @ApiProperty({ type: 'string', nullable: true, example: '12' }) before!: string | null;

  /** Its value in the file; null if it is gone. */
  @ApiProperty({ type: 'string', nullable: true, example: '10' }) after!: string | null;
}

export class FileTrialResponse {
  /** What is wrong with the file; the service would refuse it whole. */
  @ApiProperty({ type: [String], example: [] }) problems!: readonly string[];

  /** What would change; empty if there are problems. */
  @ApiProperty({ type: [FileChangeResponse] }) changes!: FileChangeResponse[];
}

const FIGURE = { type: 'integer', nullable: true, example: 12 } as const;

/** What a limit would have refused, or would refuse now. */
export class LimitTrialResponse {
  /** `tasks`: submits since then; `files`: what is stored now; `nothing`: it is not recorded what this limit counts. */
  @ApiProperty({ enum: ['tasks', 'files', 'nothing'] }) known_from!: 'tasks' | 'files' | 'nothing';

  /** The beginning of what was looked at; null for the present. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) since!: string | null;

  /** Submits that were accepted since then. */
  @ApiProperty(FIGURE) requests!: number | null;

  /** Those of them that would have been refused, at most: what is refused leaves room for others. */
  @ApiProperty(FIGURE) refused!: number | null;

  /** Users or addresses that sent them, or have files stored. */
  @ApiProperty(FIGURE) callers!: number | null;

  /** Those of them who would have been refused, or would be now. */
  @ApiProperty(FIGURE) refused_callers!: number | null;
}
