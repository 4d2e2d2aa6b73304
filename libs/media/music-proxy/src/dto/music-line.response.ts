import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { MusicEvent, StreamPlace } from '../music-event.js';

type EventOf<Type extends MusicEvent['type']> = Extract<MusicEvent, { type: Type }>;

const Type = (type: MusicEvent['type']) =>
  ApiProperty({ description: 'What the line is about.', enum: [type] });
const Place = () => ApiProperty({ description: 'Always 0: a task makes one piece.', type: 'integer' });

class MusicLine {
  /** Number of the line, from 0; pass it as `after` to resume. */
  @ApiProperty({ type: 'integer', minimum: 0 }) seq!: number;
}

class PlacedLine extends MusicLine implements StreamPlace {
  @Place() copy_index!: number;
  @Place() prompt_index!: number;
  @Place() stream_index!: number;

  /** Genres, moods and instruments to show. */
  @ApiProperty() display_tags!: string[];
}

/** The first line: the task that makes the music. */
export class MusicTaskLine extends MusicLine implements EventOf<'task'> {
  @Type('task') type!: 'task';

  /** Id of the task. */
  @ApiProperty({ format: 'uuid' }) task_id!: string;
}

export class MusicDurationLine extends MusicLine implements EventOf<'duration'> {
  @Type('duration') type!: 'duration';

  /** Length in seconds. */
  @ApiProperty() duration_sec!: number;
}

/** Titles that suit the video. */
export class MusicTitlesLine extends PlacedLine implements EventOf<'titles'> {
  @Type('titles') type!: 'titles';

  /** The titles, the best first. */
  @ApiProperty() titles!: string[];
}

export class MusicTitleLine extends PlacedLine implements EventOf<'title'> {
  @Type('title') type!: 'title';

  /** The title. */
  @ApiProperty() title!: string;
}

/** A part of the audio file. Joined in order, the parts of a stream are the file. */
export class MusicAudioLine extends MusicLine implements EventOf<'audio_chunk'> {
  @Type('audio_chunk') type!: 'audio_chunk';

  @Place() stream_index!: number;

  /** At most 64 KiB, in Base64. */
  @ApiProperty({ format: 'byte' }) data!: string;

  /**
   * For drawing the waveform: the loudest sample, 0 to 1, of every 2304 samples, 19 a second. Joined, the peaks of
   * all parts are those of the piece. Absent when unknown.
   */
  @ApiProperty({ minimum: 0, maximum: 1, required: false, example: [0.12, 0.4] }) peaks?: number[];
}

export class MusicCostLine extends MusicLine implements EventOf<'cost'> {
  @Type('cost') type!: 'cost';

  /** Price in credits. */
  @ApiProperty({ type: 'integer' }) credits!: number;
}

/** The last line of a complete stream. */
export class MusicCompleteLine extends MusicLine implements EventOf<'complete'> {
  @Type('complete') type!: 'complete';
}

/** The last line of a stream that failed. */
export class MusicErrorLine extends MusicLine implements EventOf<'error'> {
  @Type('error') type!: 'error';

  /** Why: a stable code. */
  @ApiProperty() code!: string;

  /** Why: a sentence. */
  @ApiProperty() message!: string;
}

/** Every kind of line; a kind added to `MusicEvent` must be added here. */
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
