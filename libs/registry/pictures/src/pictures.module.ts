import { Module } from '@nestjs/common';
import { AssetsModule } from '#libs/media/assets';
import { ExpirePicturesJob } from './expire-pictures.job.js';
import { PictureCache } from './picture-cache.js';
import { PictureLinks } from './picture-links.js';
import { PicturesController } from './pictures.controller.js';
import { PicturesRepository } from './pictures.repository.js';
import { PictureRoom } from './picture-room.js';
import { PicturesSettings } from './pictures.settings.js';
import { PictureUploads } from './picture-uploads.js';

@Module({
  imports: [AssetsModule],
  controllers: [PicturesController],
  providers: [
    PicturesSettings,
    PicturesRepository,
    PictureLinks,
    PictureCache,
    PictureUploads,
    PictureRoom,
    ExpirePicturesJob,
  ],
  exports: [PictureLinks, PictureCache, PictureUploads, PictureRoom],
})
export class PicturesModule {}
