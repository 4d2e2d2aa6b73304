import { Module } from '@nestjs/common';
import { SamplesController } from './samples.controller.js';
import { Samples } from './samples.js';

@Module({ controllers: [SamplesController], providers: [Samples], exports: [Samples] })
export class SamplesModule {}
