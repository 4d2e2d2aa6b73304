import { Injectable } from '@nestjs/common';
import { LinkSigner } from '#libs/platform/signing';

const PURPOSE = 'picture';
const UPLOAD = 'upload:';
/** Longer ones make no picture. */
const SOURCE_MAX_CHARS = 2_000;

/** Paths of pictures on this server. The source is signed, so that only those are fetched that our replies name. */
@Injectable()
export class PictureLinks {
  constructor(private readonly signer: LinkSigner) {}

  /** The path of a picture at an address of another host; '' for what is no such address. */
  ofUrl(url: string): string {
    const isUrl = /^https?:\/\//i.test(url) && url.length <= SOURCE_MAX_CHARS && URL.canParse(url);
    return isUrl ? this.pathOf(new URL(url).href) : '';
  }

  /** The path of a picture that `PictureUploads` stored. */
  ofUpload(storageKey: string): string {
    return this.pathOf(UPLOAD + storageKey);
  }

  /** What a path stands for; undefined for one that this server did not make. */
  read(token: string): { url: string } | { storageKey: string } | undefined {
    const source = this.signer.unseal(PURPOSE, token);
    if (source === undefined) return undefined;
    return source.startsWith(UPLOAD) ? { storageKey: source.slice(UPLOAD.length) } : { url: source };
  }

  private pathOf(source: string): string {
    return `/pictures/${this.signer.seal(PURPOSE, source)}`;
  }
}
