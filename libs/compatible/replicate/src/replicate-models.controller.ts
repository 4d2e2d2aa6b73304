import { Controller, Get, Param, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { NamedModels } from '#libs/compatible/models';
import { RequireScope } from '#libs/platform/http';
import { ReplicateErrorFilter } from './replicate-error.filter.js';

@ApiExcludeController()
@UseFilters(ReplicateErrorFilter)
@RequireScope('media')
@Controller('v1/models')
export class ReplicateModelsController {
  constructor(private readonly models: NamedModels) {}

  /** @throws ModelNotFound */
  @Get(':owner/:name')
  get(@Param('owner') owner: string, @Param('name') name: string): object {
    const { input, kind } = this.models.find(`${owner}/${name}`);
    return {
      ...{ owner, name, description: kind, visibility: 'public', run_count: 0, default_example: null },
      // A schema only for models of vendors: those of ours are in our API document.
      latest_version: input
        ? { id: 'hidden', openapi_schema: { components: { schemas: { Input: input } } } }
        : null,
    };
  }
}
