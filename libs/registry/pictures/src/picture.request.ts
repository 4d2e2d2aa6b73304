import { EnumField, TextField } from '#libs/platform/http';

const WIDTHS = ['64', '128', '320', '640', '1280'] as const;

/** Path of a picture. */
export class PicturePath {
  /** As replies name it. */
  @TextField({ minLength: 1, maxLength: 4_000, example: 'aHR0cHM6Ly9leGFtcGxlLmNvbS9hLnBuZw.c2lnbmF0dXJl' })
  token!: string;
}

/** How to show a picture. */
export class PictureQuery {
  /** Pixels at most; a smaller picture is not enlarged. */
  @EnumField({ values: WIDTHS, default: '640' })
  width!: (typeof WIDTHS)[number];
}
