import { Module } from '@nestjs/common';
import { ExpirePicturesJob } from './expire-pictures.job.js';
import { PictureCache } from './picture-cache.js';
import { PictureDrawing } from './picture-drawing.js';
import { PictureLinks } from './picture-links.js';
import { PicturesController } from './pictures.controller.js';
import { PicturesRepository } from './pictures.repository.js';
import { PictureUploads } from './picture-uploads.js';

@Module({
  controllers: [PicturesController],
  providers: [
    PicturesRepository,
    PictureDrawing,
    PictureLinks,
    PictureCache,
    PictureUploads,
    ExpirePicturesJob,
  ],
  exports: [PictureLinks, PictureCache, PictureUploads],
})
export class PicturesModule {}
