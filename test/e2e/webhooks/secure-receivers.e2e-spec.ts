import { CertificateAuthority, hasOpenssl, type ServerIdentity } from '../../support/certificates.js';
import { type LoopbackServer, startHttp } from '../../support/loopback-server.js';
import { ADMIN_TOKEN, ServiceProcess } from '../../support/service-process.js';
import { TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

if (!hasOpenssl) console.warn('SKIPPED: receivers with certificates, as openssl is not installed.');

(hasOpenssl ? describe : describe.skip)('webhook receivers with certificates', () => {
  const known = hasOpenssl ? new CertificateAuthority() : undefined!;
  const unknown = hasOpenssl ? new CertificateAuthority() : undefined!;
  const servers: LoopbackServer[] = [];
  let app: TestApp;
  let service: ServiceProcess;

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    service = await ServiceProcess.beside(app, {
      NODE_EXTRA_CA_CERTS: known.file,
      WEBHOOK_RETRY_SECONDS: '0.1',
    });
    await service.start();
  });
  afterAll(async () => {
    await service.kill();
    await app.stop();
    await Promise.all(servers.map((server) => server.close()));
    [known, unknown].forEach((authority) => authority.remove());
  });

  /** The first attempt at an endpoint with this certificate. */
  async function attemptAt(identity: ServerIdentity | undefined): Promise<any> {
    const api = app.api.as(ADMIN_TOKEN);
    const server = await startHttp((_, response) => void response.writeHead(204).end(), identity);
    servers.push(server);
    const made = await api.post('/webhooks/endpoints', { url: `https://localhost:${server.port}/hook` });
    await api.post(`/webhooks/endpoints/${made.body.id}/test`);
    let attempts: any[] = [];
    await until(async () => {
      const { deliveries } = (await api.get(`/webhooks/endpoints/${made.body.id}/deliveries`)).body;
      attempts = deliveries[0].attempts;
      return attempts.length > 0;
    });
    await api.delete(`/webhooks/endpoints/${made.body.id}`);
    return attempts[0];
  }

  it('are reached when NODE_EXTRA_CA_CERTS names their authority', async () => {
    expect(await attemptAt(known.issue('localhost'))).toMatchObject({ response_status: 204, error: null });
  });

  it.each([
    ['self-signed', () => known.selfSigned('localhost'), 'its certificate is self-signed'],
    [
      'of an unknown authority',
      () => unknown.issue('localhost'),
      'its certificate comes from an authority that is not trusted here, or intermediate certificates are missing',
    ],
    [
      'expired',
      () => known.issue('localhost', { from: '20200101000000Z', to: '20200201000000Z' }),
      'its certificate has expired',
    ],
    [
      'not valid yet',
      () => known.issue('localhost', { from: '20900101000000Z', to: '20900201000000Z' }),
      'its certificate is not valid yet',
    ],
    ['for another host', () => known.issue('other.example'), 'its certificate is for another host name'],
    ['absent, as the receiver speaks plain HTTP', () => undefined, 'it did not answer in TLS'],
  ])('are refused with the reason when their certificate is %s', async (_, identity, reason) => {
    expect(await attemptAt(identity())).toMatchObject({
      response_status: null,
      error: `No secure connection to the server could be made: ${reason}.`,
    });
  });
});
