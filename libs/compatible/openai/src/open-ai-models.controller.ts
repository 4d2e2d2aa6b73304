import { Controller, Get, type OnModuleInit, Param, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { NamedModels } from '#libs/compatible/models';
import { ModelLists } from '#libs/media/models';
import { RequireScope } from '#libs/platform/http';
import { OpenAiErrorFilter } from './open-ai-error.filter.js';

/** Models have no date here; programs want a number. */
const CREATED = 0;

type OpenAiModel = { id: string; object: 'model'; created: number; owned_by: string };

@ApiExcludeController()
@UseFilters(OpenAiErrorFilter)
@RequireScope('media')
@Controller('v1/models')
export class OpenAiModelsController implements OnModuleInit {
  constructor(
    private readonly models: NamedModels,
    private readonly lists: ModelLists,
  ) {}

  /** `GET /v1/models` is a route of ours already: its reply says the same in the words of OpenAI, too. */
  onModuleInit(): void {
    this.lists.add(() => {
      const names = new Set(this.models.list().map(({ name }) => name));
      return { object: 'list', data: [...names].map(modelOf) };
    });
  }

  /** @throws ModelNotFound */
  @Get(':name')
  get(@Param('name') name: string): OpenAiModel {
    return modelOf(this.models.find(name).name);
  }
}

function modelOf(id: string): OpenAiModel {
  return { id, object: 'model', created: CREATED, owned_by: 'atelier' };
}
