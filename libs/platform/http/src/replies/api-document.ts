import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

/** The document of the API, for modules that describe it to others. */
@Injectable()
export class ApiDocument {
  private source: (() => OpenAPIObject) | undefined;

  /** @param source Makes it, or has made it: it is asked each time. */
  comesFrom(source: () => OpenAPIObject): void {
    this.source = source;
  }

  /** @throws Error in a process that serves no API. */
  read(): OpenAPIObject {
    if (!this.source) throw new Error('This process has no document of the API');
    return this.source();
  }
}
