import { Module } from '@nestjs/common';
import { AssetsModule } from '#libs/assets';
import { SamplesModule } from '#libs/samples';
import { MediaInputs } from './media-inputs.js';

@Module({ imports: [AssetsModule, SamplesModule], providers: [MediaInputs], exports: [MediaInputs] })
export class MediaInputsModule {}
