import { Body, Injectable, type PipeTransform } from '@nestjs/common';
import { MediaProviders } from '#libs/media/providers';
import { readRequest } from '#libs/platform/http';
import { EXTEND_MODELS } from './dto/extend-video.request.js';
import type { VideoKind } from './video-kinds.js';
import { VIDEO_MODELS, type VideoModel } from './video-models.js';

type WithModel = { model: string };

const askedNames = new WeakMap<object, string>();

/** The vendor's own name by which a request asked for its model; undefined if it was ours. */
export function vendorModelOf(request: object): string | undefined {
  return askedNames.get(request);
}

/** Vendors' own names of our models: callers may ask by them for what only those vendors then make. */
@Injectable()
export class VendorModels {
  constructor(private readonly providers: MediaProviders) {}

  /** The request, with our name of its model. @throws InvalidRequest as `readRequest`. */
  read<T extends WithModel>(
    kind: VideoKind,
    type: new () => T,
    body: unknown,
    options = { convertsText: false },
  ): T {
    const asked = (body as Partial<WithModel> | null | undefined)?.model;
    const model = this.ours(kind, asked);
    if (asked === undefined || model === undefined) return readRequest(type, body ?? {}, options);
    const request = readRequest(type, { ...(body as object), model }, options);
    askedNames.set(request, asked);
    return request;
  }

  private ours(kind: VideoKind, name: unknown): VideoModel | undefined {
    const models = kind === 'video-extend' ? EXTEND_MODELS : VIDEO_MODELS;
    if (typeof name !== 'string' || models.some((model) => model === name)) return undefined;
    return this.providers.modelCalled(name, kind, models);
  }
}

/**
 * The body of a request for a video, in which `model` may be a vendor's own name. The parameter's type must not be the
 * class alone, by which the body would be read before.
 */
export function VideoBody(kind: VideoKind, type: new () => WithModel): ParameterDecorator {
  @Injectable()
  class VideoReading implements PipeTransform<unknown, WithModel> {
    constructor(private readonly models: VendorModels) {}

    transform(body: unknown): WithModel {
      return this.models.read(kind, type, body);
    }
  }
  return Body(VideoReading);
}
