import { Module } from '@nestjs/common';
import { AssetsModule } from '#libs/assets';
import { MediaInputs } from './media-inputs.service.js';

@Module({ imports: [AssetsModule], providers: [MediaInputs], exports: [MediaInputs] })
export class MediaInputsModule {}
