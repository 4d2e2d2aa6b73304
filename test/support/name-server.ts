import dns2 from 'dns2';

/** A name server on loopback whose TXT records a test sets. */
export type NameServer = {
  /** As `DNS_SERVERS` takes it. */
  address: string;
  /** Values by name; a name without an entry does not exist. */
  records: Map<string, string[]>;
  /** Names for which the server fails. */
  failing: Set<string>;
  close: () => Promise<void>;
};

const { Packet } = dns2;

export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, string[]>();
  const failing = new Set<string>();
  const server = dns2.createServer({
    udp: true,
    handle: (request, send) => {
      const response = Packet.createResponseFromRequest(request);
      const [question] = request.questions;
      const name = question?.name ?? '';
      const values = records.get(name);
      if (failing.has(name)) response.header.rcode = Packet.RCODE.SERVFAIL;
      else if (!values) response.header.rcode = Packet.RCODE.NXDOMAIN;
      for (const data of values ?? [])
        response.answers.push(
          new Packet.Resource({ name, type: Packet.TYPE.TXT, class: Packet.CLASS.IN, ttl: 60, data }),
        );
      void send(response);
    },
  });
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } });
  return { address: `127.0.0.1:${udp?.port}`, records, failing, close: () => server.close() };
}
