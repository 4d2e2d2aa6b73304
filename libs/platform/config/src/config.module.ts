import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Environment } from './environment.js';

@Global()
@Module({})
export class ConfigModule {
  static with(env: Environment): DynamicModule {
    return {
      module: ConfigModule,
      providers: [{ provide: Environment, useValue: env }],
      exports: [Environment],
    };
  }
}
