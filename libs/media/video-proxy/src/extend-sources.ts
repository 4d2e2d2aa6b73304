import { Injectable } from '@nestjs/common';
import { AssetsService } from '#libs/media/assets';
import { invalidFields, type Principal } from '#libs/platform/http';
import { TaskNotFound, TasksService } from '#libs/media/work';
import type { ExtendVideoRequest } from './dto/extend-video.request.js';
import { VIDEO_KINDS } from './video-kinds.js';
import { VideoProxySettings } from './video-proxy.settings.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

@Injectable()
export class ExtendSources {
  constructor(
    private readonly tasks: TasksService,
    private readonly assets: AssetsService,
    private readonly settings: VideoProxySettings,
  ) {}

  /** @throws InvalidRequest unless the source is named as the settings require. */
  refuseUnnamed({ video_creation_id: creationId, video_url: url }: ExtendVideoRequest): void {
    if (creationId !== undefined && url !== undefined) return;
    if (this.settings.extendSource === 'both')
      throw invalidFields(['video_creation_id and video_url must be given together']);
    if (creationId === undefined && url === undefined)
      throw invalidFields(['video_creation_id or video_url must be given']);
  }

  /**
   * The reference to the named creation, if the caller may see it; undefined when the URL is used.
   * @throws InvalidRequest when nothing valid is named.
   */
  async find(principal: Principal | undefined, request: ExtendVideoRequest): Promise<string | undefined> {
    this.refuseUnnamed(request);
    const { video_creation_id: id, video_url: url } = request;
    const creation = id === undefined ? undefined : await this.findCreation(principal, id);
    if (creation === undefined && url === undefined)
      throw invalidFields(['video_creation_id must name a creation of yours where no video_url is given']);
    return creation;
  }

  private async findCreation(
    principal: Principal | undefined,
    creationId: string,
  ): Promise<string | undefined> {
    const asset = UUID.test(creationId) ? await this.assets.find(creationId.toLowerCase()) : undefined;
    if (!asset?.taskId || asset.bytes === null) return undefined;
    try {
      const task = await this.tasks.requireVisible(principal, asset.taskId, VIDEO_KINDS);
      const isCreation = task.outputs.some(({ role, assetId }) => role === 'video' && assetId === asset.id);
      return isCreation ? `asset:${asset.id}` : undefined;
    } catch (error) {
      if (error instanceof TaskNotFound) return undefined;
      throw error;
    }
  }
}
