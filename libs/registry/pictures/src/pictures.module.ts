import { Module } from '@nestjs/common';
import { AssetsModule } from '#libs/media/assets';
import { ExpirePicturesJob } from './expire-pictures.job.js';
import { PictureCache } from './picture-cache.js';
import { PictureLinks } from './picture-links.js';
import { PicturesController } from './pictures.controller.js';
import { PicturesRepository } from './pictures.repository.js';
import { PictureUploads } from './picture-uploads.js';

@Module({
  imports: [AssetsModule],
  controllers: [PicturesController],
  providers: [PicturesRepository, PictureLinks, PictureCache, PictureUploads, ExpirePicturesJob],
  exports: [PictureLinks, PictureCache, PictureUploads],
})
export class PicturesModule {}
