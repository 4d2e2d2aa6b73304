// An identity provider for demonstrations: it stands at the address that the service knows as OIDC_ISSUER, and vouches for
// whomever the demonstration needs.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

const ALGORITHM = 'ES256';

/** Opens the provider at `issuer`, an address of this machine; its tokens are for `audience`. */
export async function openIssuer(issuer, audience) {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM);
  const kid = randomUUID();
  const { pathname, hostname, port } = new URL(issuer);
  const base = pathname.replace(/\/$/, '');
  const documents = {
    [`${base}/.well-known/openid-configuration`]: { issuer, jwks_uri: `${issuer}/keys` },
    [`${base}/keys`]: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: 'sig' }] },
  };
  const server = createServer((request, response) => {
    const document = documents[request.url];
    response.writeHead(document ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(document ?? {}));
  });
  server.listen(Number(port), hostname);
  await once(server, 'listening');
  // The demonstration may end as if this were not there.
  server.unref();
  const tokenOf = (name, email) =>
    new SignJWT({ name, email, email_verified: true })
      .setProtectedHeader({ alg: ALGORITHM, kid })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(email)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(privateKey);
  return { tokenOf };
}
