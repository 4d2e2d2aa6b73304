import { Injectable } from '@nestjs/common';
import { HttpSettings } from './http.settings.js';

/** The address that links start with; known only once the server listens when `PORT` is 0. */
@Injectable()
export class PublicAddress {
  private port: number;

  constructor(private readonly settings: HttpSettings) {
    this.port = settings.port;
  }

  /** Base URL without a trailing slash. */
  get url(): string {
    return this.settings.baseUrl ?? `http://localhost:${this.port}`;
  }

  /** Told once by the process that opens the port. */
  listensOn(port: number): void {
    this.port = port;
  }
}
