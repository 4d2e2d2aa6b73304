import { Settings } from '#libs/platform/config';

/** How the HTTP side listens and presents itself. */
export class HttpSettings extends Settings {
  readonly port = this.env.int('PORT', {
    min: 0,
    max: 65_535,
    default: 3000,
    description: 'Port to listen on; 0 takes any free one.',
  });

  readonly host = this.env.text('HOST', { default: '0.0.0.0', description: 'Address to listen on.' });

  readonly baseUrl = this.env.optionalUrl('BASE_URL', {
    description:
      'Address under which callers reach the service; used in links. Default: http://localhost:PORT.',
  });

  readonly trustProxy = this.env.int('TRUST_PROXY_HOPS', {
    min: 0,
    max: 10,
    default: 0,
    description: 'Number of reverse proxies in front whose X-Forwarded-For is believed.',
  });

  readonly corsOrigins = this.env.list('CORS_ORIGINS', {
    description: 'Origins whose pages may call the API from a browser; `*` for all, empty for none.',
  });

  /** For bodies under way. A quarter, the share of an address without a token, must hold the largest body there is. */
  readonly bodyMegabytes = this.env.int('BODY_MEMORY_MB', {
    min: 256,
    max: 65_536,
    default: 384,
    description:
      'Memory for the request bodies that a process holds at one time, in MB: a third for each user, a quarter for each address without a token, half for all without one.',
  });
  readonly publicRepliesMegabytes = this.env.int('PUBLIC_REPLIES_MB', {
    min: 0,
    max: 4_096,
    default: 32,
    description: 'Memory of a process for finished replies to callers without a token, in MB; 0 keeps none.',
  });
  /** How many streams of events and of music may be open at once. */
  readonly streams = {
    perUser: this.streamLimit(
      'STREAMS_PER_USER',
      100,
      'Event and music streams that one user may have open at once with a process.',
    ),
    perAddress: this.streamLimit('STREAMS_PER_ADDRESS', 20, 'The same without a token, for each address.'),
    perProcess: this.streamLimit('STREAMS_PER_PROCESS', 10_000, 'The same for all callers together.'),
  };

  private streamLimit(name: string, fallback: number, description: string): number {
    return this.env.int(name, { min: 1, max: 1_000_000, default: fallback, description });
  }
}
