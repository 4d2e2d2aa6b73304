import { Controller, Delete, HttpCode, Param, Put, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { ApiErrors, CurrentPrincipal, type Principal, RequireScope, StreamedBody } from '#libs/platform/http';
import { NotAPicture } from '#libs/registry/pictures';
import { MEMBER_ERRORS } from '#libs/registry/publishers';
import { PublisherNodePath } from './dto/node-query.request.js';
import { NodeResponse } from './dto/node.response.js';
import { NodeBanned, NodeNotFound } from './node.errors.js';
import { NodePictures } from './node-pictures.js';
import { NodeViews } from './node-views.js';

const PICTURE_BODY = {
  required: true,
  description: 'A PNG, JPEG, WebP, AVIF, GIF or SVG of at most 8 MB.',
  schema: { type: 'string', format: 'binary' },
};

@ApiTags('Nodes')
@Controller('publishers/:publisherId/nodes/:nodeId')
export class NodePicturesController {
  constructor(
    private readonly pictures: NodePictures,
    private readonly views: NodeViews,
  ) {}

  /** Sets the icon of a node, which is shown instead of the one at `icon`. */
  @Put('icon')
  @RequireScope('registry:write')
  @StreamedBody()
  @ApiConsumes('application/octet-stream')
  @ApiBody(PICTURE_BODY)
  @ApiErrors(...MEMBER_ERRORS, NodeNotFound, NodeBanned, NotAPicture)
  async saveIcon(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, nodeId }: PublisherNodePath,
    @Req() request: Request,
  ): Promise<NodeResponse> {
    await this.pictures.put(principal, [publisherId, nodeId], 'icon', request);
    return this.views.viewAny(principal, nodeId);
  }

  /** Sets the banner of a node, which is shown instead of the one at `banner_url`. */
  @Put('banner')
  @RequireScope('registry:write')
  @StreamedBody()
  @ApiConsumes('application/octet-stream')
  @ApiBody(PICTURE_BODY)
  @ApiErrors(...MEMBER_ERRORS, NodeNotFound, NodeBanned, NotAPicture)
  async saveBanner(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, nodeId }: PublisherNodePath,
    @Req() request: Request,
  ): Promise<NodeResponse> {
    await this.pictures.put(principal, [publisherId, nodeId], 'banner', request);
    return this.views.viewAny(principal, nodeId);
  }

  /** Removes the icon that was sent. */
  @Delete('icon')
  @HttpCode(204)
  @RequireScope('registry:write')
  @ApiNoContentResponse({ description: 'It was removed.' })
  @ApiErrors(...MEMBER_ERRORS, NodeNotFound, NodeBanned)
  async deleteIcon(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, nodeId }: PublisherNodePath,
  ): Promise<void> {
    await this.pictures.remove(principal, [publisherId, nodeId], 'icon');
  }

  /** Removes the banner that was sent. */
  @Delete('banner')
  @HttpCode(204)
  @RequireScope('registry:write')
  @ApiNoContentResponse({ description: 'It was removed.' })
  @ApiErrors(...MEMBER_ERRORS, NodeNotFound, NodeBanned)
  async deleteBanner(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, nodeId }: PublisherNodePath,
  ): Promise<void> {
    await this.pictures.remove(principal, [publisherId, nodeId], 'banner');
  }
}
