import { Resolver } from 'node:dns';
import { Settings } from '#libs/platform/config';

export class PublishersSettings extends Settings {
  readonly publishersPerUser = this.env.int('PUBLISHERS_PER_USER', {
    min: 1,
    max: 100_000,
    default: 5,
    description: 'Most publishers that a user may own, unless an admin has set another number for that user.',
  });
  readonly dnsServers = this.nameServers();

  private nameServers(): string[] {
    const servers = this.env.list('DNS_SERVERS', {
      description:
        'Name servers that look up the DNS proofs of publishers, as IP addresses with or without a port. Empty: those of the machine.',
    });
    try {
      if (servers.length > 0) new Resolver().setServers(servers);
    } catch {
      this.env.report(
        'DNS_SERVERS',
        'must be a comma-separated list of IP addresses, each with or without a port',
      );
    }
    return servers;
  }
}
