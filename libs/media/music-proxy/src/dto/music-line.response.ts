import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { MusicEvent, StreamPlace } from '../music-event.js';

type EventOf<Type extends MusicEvent['type']> = Extract<MusicEvent, { type: Type }>;

const Type = (type: MusicEvent['type']) =>
  ApiProperty({ description: 'What the line is about.', enum: [type] });
const Place = () => ApiProperty({ description: 'Always 0: a task makes one piece.', type: 'integer' });

/** What every line has. */
class MusicLine {
  @ApiProperty({ description: 'Number of the line, from 0; `after` takes it.', type: 'integer', minimum: 0 })
  seq!: number;
}

/** What names a piece of music among several. */
class PlacedLine extends MusicLine implements StreamPlace {
  @Place() copy_index!: number;
  @Place() prompt_index!: number;
  @Place() stream_index!: number;

  @ApiProperty({ description: 'Genres, moods and instruments to show.', type: [String] })
  display_tags!: string[];
}

/** The first line: the task that makes the music. */
export class MusicTaskLine extends MusicLine implements EventOf<'task'> {
  @Type('task') type!: 'task';

  @ApiProperty({ description: 'Id of the task.', format: 'uuid' })
  task_id!: string;
}

/** How long the music will be. */
export class MusicDurationLine extends MusicLine implements EventOf<'duration'> {
  @Type('duration') type!: 'duration';

  @ApiProperty({ description: 'Length in seconds.' })
  duration_sec!: number;
}

/** Titles that fit the video. */
export class MusicTitlesLine extends PlacedLine implements EventOf<'titles'> {
  @Type('titles') type!: 'titles';

  @ApiProperty({ description: 'The titles, the best first.', type: [String] })
  titles!: string[];
}

/** The title of the music. */
export class MusicTitleLine extends PlacedLine implements EventOf<'title'> {
  @Type('title') type!: 'title';

  @ApiProperty({ description: 'The title.' })
  title!: string;
}

/** A part of the audio file; the parts of a stream, joined in order, are the file. */
export class MusicAudioLine extends MusicLine implements EventOf<'audio_chunk'> {
  @Type('audio_chunk') type!: 'audio_chunk';

  @Place() stream_index!: number;

  @ApiProperty({ description: 'At most 64 KiB, in Base64.', format: 'byte' })
  data!: string;

  @ApiProperty({
    description:
      'For drawing the wave: the loudest sample, 0 to 1, of each 2304 in turn, 19 a second. The peaks of all parts, joined, ' +
      'are those of the piece. Absent where they are not known.',
    type: [Number],
    minimum: 0,
    maximum: 1,
    required: false,
    example: [0.12, 0.4],
  })
  peaks?: number[];
}

/** What the music costs. */
export class MusicCostLine extends MusicLine implements EventOf<'cost'> {
  @Type('cost') type!: 'cost';

  @ApiProperty({ description: 'Price in credits.', type: 'integer' })
  credits!: number;
}

/** The last line of a stream that is whole. */
export class MusicCompleteLine extends MusicLine implements EventOf<'complete'> {
  @Type('complete') type!: 'complete';
}

/** The last line of a stream that failed. */
export class MusicErrorLine extends MusicLine implements EventOf<'error'> {
  @Type('error') type!: 'error';

  @ApiProperty({ description: 'Why: a stable code.' })
  code!: string;

  @ApiProperty({ description: 'Why: a sentence.' })
  message!: string;
}

/** Each kind of line; a kind that is added to `MusicEvent` has to be added here. */
const LINES = {
  task: MusicTaskLine,
  duration: MusicDurationLine,
  titles: MusicTitlesLine,
  title: MusicTitleLine,
  audio_chunk: MusicAudioLine,
  cost: MusicCostLine,
  complete: MusicCompleteLine,
  error: MusicErrorLine,
} satisfies { [Type in MusicEvent['type']]: new () => MusicLine & EventOf<Type> };

/** Documents a reply that is a stream of lines, by the schema of a line. */
export function ApiMusicStream(description: string): MethodDecorator {
  const schema = { oneOf: Object.values(LINES).map((line) => ({ $ref: getSchemaPath(line) })) };
  return applyDecorators(
    ApiExtraModels(...Object.values(LINES)),
    ApiResponse({
      status: 200,
      description: `${description} Each line is one JSON object of this schema.`,
      content: { 'application/x-ndjson': { schema } },
    }),
  );
}
