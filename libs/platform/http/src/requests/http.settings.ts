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
      'Address under which callers reach the service; used in links. Default: `http://localhost:PORT`.',
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
}
