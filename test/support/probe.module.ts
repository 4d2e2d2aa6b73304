import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Module,
  Param,
  Post,
  Put,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { DataSource } from 'typeorm';
import { Unavailable } from '#libs/platform/errors';
import {
  Authenticated,
  beginStreamedRequest,
  CurrentPrincipal,
  CustomField,
  IntField,
  JsonBodyLimit,
  keepReplyAs,
  LongText,
  type Principal,
  Public,
  PubliclyCached,
  readForm,
  ReplaySources,
  setReplyHeader,
  StreamedBody,
  TextField,
} from '#libs/platform/http';

export const probeRuns = { echo: 0, slow: 0, failing: 0, deleted: 0, upload: 0, form: 0 };

/** Whether the stored stream of `/probe/stream` is complete. */
export const probeStream = { isComplete: false };

class EchoRequest {
  @TextField({ description: 'Any text.', maxLength: 100_000_000 })
  text!: string;

  @IntField({ description: 'A number.', min: 0, max: 10, default: 0 })
  count!: number;
}

class LargeRequest {
  @CustomField(
    { description: 'Any text.' },
    {
      rule: 'must be a text',
      isValid: (value) => typeof value === 'string' || value instanceof LongText,
      schema: {},
    },
  )
  text!: string | LongText;
}

class NameQuery {
  @TextField({ description: 'Any text.', maxLength: 100, optional: true })
  name?: string;
}

/** Routes that each demonstrate one rule of the platform, without any feature. */
@Controller('probe')
class ProbeController {
  constructor(private readonly database: DataSource) {}

  @Get('cached')
  @Public()
  @PubliclyCached({ maxAgeSeconds: 60 })
  cached(@Query() { name }: NameQuery): { name: string; filler: string } {
    return { name: name ?? 'nobody', filler: 'x'.repeat(name === 'large' ? 5_000 : 1) };
  }

  @Get('items/:id')
  @Public()
  item(@Param('id') id: string): { id: string } {
    return { id };
  }

  @Get('closed')
  @Public()
  closed(): never {
    throw new Unavailable('Closed for today.');
  }

  @Get('crash')
  @Public()
  crash(): never {
    throw new Error('secret-in-an-error');
  }

  @Get('lines')
  @Public()
  async lines(@Res() response: Response): Promise<void> {
    response.set('Content-Type', 'application/x-ndjson');
    response.write(`${JSON.stringify({ filler: 'x'.repeat(2_000) })}\n`);
    await sleep(50);
    response.end('{"last":true}\n');
  }

  @Get('endless')
  @Public()
  async endless(@Res() response: Response): Promise<void> {
    response.set('Content-Type', 'application/octet-stream');
    response.write('begin');
    await once(response, 'close');
    throw Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
  }

  @Post('echo')
  @Public()
  echo(@Body() body: EchoRequest, @CurrentPrincipal() principal?: Principal): object {
    probeRuns.echo += 1;
    setReplyHeader('X-Credits-Used', probeRuns.echo);
    return {
      run: probeRuns.echo,
      chars: body.text.length,
      count: body.count,
      caller: principal?.name ?? null,
    };
  }

  @Post('large')
  @Public()
  @JsonBodyLimit(64)
  large(@Body() body: LargeRequest): object {
    return { chars: body.text.length };
  }

  @Post('slow')
  @Authenticated()
  @HttpCode(202)
  async slow(@Body() body: EchoRequest): Promise<object> {
    probeRuns.slow += 1;
    const run = probeRuns.slow;
    await sleep(body.count * 100);
    return { run };
  }

  @Post('failing')
  @Public()
  failing(): never {
    probeRuns.failing += 1;
    throw new Error('always');
  }

  @Post('database-error')
  @Public()
  async databaseError(@Body() body: EchoRequest): Promise<object> {
    return this.database.query('select $1::uuid', [body.text]);
  }

  @Put('upload')
  @Public()
  @StreamedBody()
  async upload(@Req() request: Request): Promise<object> {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of request) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
    await beginStreamedRequest(hash.digest());
    probeRuns.upload += 1;
    return { bytes };
  }

  @Post('form')
  @Public()
  @StreamedBody()
  async form(@Req() request: Request): Promise<object> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-probe-'));
    try {
      const form = await readForm(request, { fileFields: ['file'], maxFileBytes: 1_000_000, folder });
      probeRuns.form += 1;
      return { fields: form.fields, bytes: form.files.map((file) => file.bytes) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  @Post('stream')
  @Public()
  async stream(@Body() body: EchoRequest, @Res() response: Response): Promise<void> {
    response.status(200).set('Content-Type', 'application/x-ndjson');
    await keepReplyAs('probe-stream', body.text);
    response.end('{"seq":0}\n');
  }

  @Put('bodyless')
  @Public()
  bodyless(): object {
    return { ok: true };
  }

  @Delete('items/:id')
  @Public()
  @HttpCode(204)
  delete(): void {
    probeRuns.deleted += 1;
  }
}

/** Pass it to `TestApp.start` for the routes under `/probe`. */
@Module({ controllers: [ProbeController] })
export class ProbeModule {
  constructor(sources: ReplaySources) {
    sources.register({
      kind: 'probe-stream',
      open: (reference) =>
        Promise.resolve(
          probeStream.isComplete && reference === 'abc'
            ? Readable.from(['{"seq":0}\n', '{"seq":1}\n'])
            : 'in-flight',
        ),
    });
  }
}
