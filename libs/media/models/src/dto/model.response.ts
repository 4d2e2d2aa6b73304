import { ApiProperty } from '@nestjs/swagger';
import { MODEL_EXAMPLES, type InputSchema, MODEL_KIND_NAMES, type OfferedModel } from '#libs/media/providers';
import type { ModelPrice } from '#libs/media/work';

export class ModelPriceResponse {
  /** Credits of each task. */
  @ApiProperty({ example: 10 }) per_task!: number;

  /** Credits of each second of video or sound. */
  @ApiProperty({ example: 0 }) per_second!: number;

  /** Credits of a thousand characters that are spoken. */
  @ApiProperty({ example: 0 }) per_thousand_characters!: number;

  static from({ perTask = 0, perSecond = 0, perThousandCharacters = 0 }: ModelPrice): ModelPriceResponse {
    return {
      per_task: perTask,
      per_second: perSecond,
      per_thousand_characters: perThousandCharacters,
    };
  }
}

export class ModelResponse {
  /** What kind of work it does. */
  @ApiProperty({ enum: MODEL_KIND_NAMES }) kind!: string;

  /** Its name, for `POST /v1/tasks`. */
  @ApiProperty({ example: 'flux-dev' }) model!: string;

  /** JSON Schema of its `input`. A text of the format `picture` is Base64 or a URL of a picture. */
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
  })
  input_schema!: object;

  /** The sum of these is the price, rounded up to whole credits; null while it is not for sale. */
  @ApiProperty({ type: ModelPriceResponse, nullable: true }) price!: ModelPriceResponse | null;

  /** Whether a vendor accepts its tasks at the moment. */
  @ApiProperty() is_available!: boolean;

  static from(
    { kind, name, input, isAvailable }: OfferedModel & { isAvailable: boolean },
    price: ModelPrice | undefined,
  ): ModelResponse {
    return {
      ...{ kind, model: name, is_available: isAvailable },
      input_schema: withExamples(input, MODEL_EXAMPLES[kind]),
      price: price ? ModelPriceResponse.from(price) : null,
    };
  }
}

/** Only those the model takes: what it calls otherwise is left out. */
function withExamples(input: InputSchema, examples: InputSchema['examples'] = []): InputSchema {
  const taken = examples.filter((one) => Object.keys(one).every((name) => name in input.properties));
  return taken.length === 0 ? input : { ...input, examples: taken };
}

export class ModelListResponse {
  /** By kind, then in the order of the vendors file. */
  @ApiProperty({ type: [ModelResponse] }) models!: ModelResponse[];
}
