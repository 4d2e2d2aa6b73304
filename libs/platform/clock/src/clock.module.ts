import { Global, Module } from '@nestjs/common';
import { Clock } from './clock.js';

/** Global, as every module has rules of time. */
@Global()
@Module({ providers: [Clock], exports: [Clock] })
export class ClockModule {}
