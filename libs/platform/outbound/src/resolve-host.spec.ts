import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { resolveByDns, resolveBySystem } from './resolve-host.js';

const TYPE_A = 1;
const NAME_ERROR = 3;

/** Answers every question: IPv4 with `ipv4`, IPv6 with `ipv6` (RFC 1035 §4, RFC 3596), or with an error code. */
async function nameServer(ipv4: number[][], ipv6: number[][], errorCode = 0): Promise<Socket> {
  const server = createSocket('udp4');
  server.on('message', (query, from) => {
    // Only the question is echoed; what follows it (EDNS) is not answered.
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const type = question.readUInt16BE(question.length - 4);
    const records = type === TYPE_A ? ipv4 : ipv6;
    const head = Buffer.from([0, 0, 0x81, 0x80 | errorCode, 0, 1, 0, records.length, 0, 0, 0, 0]);
    query.copy(head, 0, 0, 2);
    const answers = records.map((data) =>
      Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]),
    );
    server.send(Buffer.concat([head, question, ...answers]), from.port, from.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('resolveByDns', () => {
  let server: Socket | undefined;
  const resolve = (name: string) => resolveByDns(name, [`127.0.0.1:${server?.address().port}`]);

  afterEach(() => server?.close());

  it('gives every address, IPv4 and IPv6, so that each can be judged', async () => {
    const ipv6 = [0x26, 0x06, 0x28, 0, 0x02, 0x20, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1];
    server = await nameServer(
      [
        [93, 184, 216, 34],
        [10, 0, 0, 1],
      ],
      [ipv6],
    );
    const addresses = await resolve('pictures.example.com');
    expect(addresses.toSorted()).toEqual(['10.0.0.1', '2606:2800:220:1::1', '93.184.216.34']);
  });

  it('accepts one family', async () => {
    server = await nameServer([[93, 184, 216, 34]], []);
    await expect(resolve('pictures.example.com')).resolves.toEqual(['93.184.216.34']);
  });

  it('distinguishes a name that does not exist from one without addresses', async () => {
    server = await nameServer([], [], NAME_ERROR);
    await expect(resolve('pictures.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    server.close();
    server = await nameServer([], []);
    await expect(resolve('pictures.example.com')).rejects.toMatchObject({ code: 'ENODATA' });
  });
});

describe('resolveBySystem', () => {
  it('resolves the name of this machine', async () => {
    const addresses = await resolveBySystem('localhost');
    expect(addresses.some((address) => ['127.0.0.1', '::1'].includes(address))).toBe(true);
  });
});
