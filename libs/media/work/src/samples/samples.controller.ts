import { Readable } from 'node:stream';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiErrors, ApiFileReply, Public, RateLimitExempt, sendFile } from '#libs/platform/http';
import { SamplePath } from './dto/sample.request.js';
import { SampleNotFound, SampleRangeNotSatisfiable } from './sample.errors.js';
import { SAMPLE_NAMES, Samples } from './samples.js';

@ApiTags('Assets')
@Controller('samples')
export class SamplesController {
  constructor(private readonly samples: Samples) {}

  /** A small file that comes with the service, for trying it: pictures, a video, a node package, results. Supports ranges. */
  @Get(':name')
  @Public()
  @RateLimitExempt()
  @ApiFileReply(
    `The file. There are ${SAMPLE_NAMES.join(', ')}.`,
    'image/jpeg',
    'image/png',
    'video/mp4',
    'audio/mpeg',
    'application/zip',
  )
  @ApiErrors(SampleNotFound, SampleRangeNotSatisfiable)
  async read(@Param() { name }: SamplePath, @Res() response: Response): Promise<void> {
    const sample = this.samples.find(name);
    if (!sample) throw new SampleNotFound(`There is no such sample; there are ${SAMPLE_NAMES.join(', ')}.`);
    const { content, contentType, etag } = sample;
    await sendFile(response, {
      bytes: content.length,
      contentType,
      etag,
      cacheControl: 'public, max-age=3600',
      Unsatisfiable: SampleRangeNotSatisfiable,
      read: (part) => Readable.from([part ? content.subarray(part.start, part.end + 1) : content]),
    });
  }
}
