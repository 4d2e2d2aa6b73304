import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiErrors, ApiFileReply, Public, RateLimitExempt, requestedRange } from '#libs/platform/http';
import { SamplePath } from './dto/sample.request.js';
import { SampleNotFound, SampleRangeNotSatisfiable } from './sample.errors.js';
import { SAMPLE_NAMES, Samples } from './samples.service.js';

@ApiTags('Assets')
@Controller('samples')
export class SamplesController {
  constructor(private readonly samples: Samples) {}

  /** A small file that comes with the service, for trying it: pictures, a video, a node package. Ranges are honoured. */
  @Get(':name')
  @Public()
  @RateLimitExempt()
  @ApiFileReply(
    `The file. There are ${SAMPLE_NAMES.join(', ')}.`,
    'image/jpeg',
    'image/png',
    'video/mp4',
    'application/zip',
  )
  @ApiErrors(SampleNotFound, SampleRangeNotSatisfiable)
  read(@Param() { name }: SamplePath, @Req() request: Request, @Res() response: Response): void {
    const sample = this.samples.find(name);
    if (!sample) throw new SampleNotFound(`There is no such sample; there are ${SAMPLE_NAMES.join(', ')}.`);
    const { content, contentType, etag } = sample;
    response.set({
      'Content-Type': contentType,
      'X-Content-Type-Options': 'nosniff',
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'public, max-age=3600',
      ETag: etag,
    });
    // For caches on the way, not for us: a caller who names a tag has the file. fetch() adds it to every If-None-Match.
    delete request.headers['cache-control'];
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const bytes = content.length;
    const range = requestedRange(request, { bytes, etag, Unsatisfiable: SampleRangeNotSatisfiable });
    if (range) response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${bytes}`);
    const part = range ? content.subarray(range.start, range.end + 1) : content;
    response.set('Content-Length', String(part.length));
    response.end(request.method === 'HEAD' ? undefined : part);
  }
}
