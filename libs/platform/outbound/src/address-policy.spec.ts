import { refusePrivateAddress } from './address-policy.js';

describe('refusePrivateAddress', () => {
  it.each([
    '93.184.216.34',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '198.17.255.255',
    '223.255.255.255',
    '2606:2800:220:1::1',
    '2a00:1450:4001::5',
  ])('lets the public address %s pass', (address) => {
    expect(refusePrivateAddress(address)).toBeUndefined();
  });

  it.each([
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'carrierGradeNat'],
    ['100.100.100.200', 'carrierGradeNat'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['169.254.169.254', 'linkLocal'],
    ['168.63.129.16', 'metadata'],
    ['192.0.0.192', 'reserved'],
    ['192.0.2.1', 'reserved'],
    ['192.88.99.1', 'reserved'],
    ['198.18.0.1', 'reserved'],
    ['198.19.255.255', 'reserved'],
    ['198.51.100.1', 'reserved'],
    ['203.0.113.1', 'reserved'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
  ])('refuses the IPv4 address %s as %s', (address, range) => {
    expect(refusePrivateAddress(address)).toBe(range);
  });

  it.each([
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['fe80::1', 'linkLocal'],
    ['febf::1', 'linkLocal'],
    ['fec0::1', 'deprecatedSiteLocal'],
    ['fc00::1', 'uniqueLocal'],
    ['fd00:ec2::254', 'uniqueLocal'],
    ['ff02::1', 'multicast'],
    ['100::1', 'discard'],
    ['2001:db8::1', 'reserved'],
    ['3fff::1', 'reserved'],
    ['2001:2::1', 'benchmarking'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'teredo'],
    ['2001:10::1', 'deprecatedOrchid'],
    ['5f00::1', 'segmentRouting'],
    ['64:ff9b:1::a00:1', 'rfc6052'],
    ['::10.0.0.1', 'reserved'],
    ['4000::1', 'reserved'],
    ['e000::1', 'reserved'],
  ])('refuses the IPv6 address %s as %s', (address, range) => {
    expect(refusePrivateAddress(address)).toBe(range);
  });

  it.each([
    ['::ffff:10.0.0.1', 'private'],
    ['::ffff:7f00:1', 'loopback'],
    ['::ffff:a9fe:a9fe', 'linkLocal'],
    ['::ffff:0:10.0.0.1', 'private'],
    ['64:ff9b::10.0.0.1', 'private'],
    ['64:ff9b::a9fe:a9fe', 'linkLocal'],
    ['2002:0a00:0001::1', 'private'],
    ['2002:7f00:1::', 'loopback'],
  ])('refuses %s for the IPv4 address inside it', (address, range) => {
    expect(refusePrivateAddress(address)).toBe(range);
  });

  it.each(['::ffff:93.184.216.34', '64:ff9b::5db8:d822', '2002:5db8:d822::1'])(
    'lets %s pass because the IPv4 address inside is public',
    (address) => {
      expect(refusePrivateAddress(address)).toBeUndefined();
    },
  );

  it.each(['', 'example.com', 'fe80::1%eth0', '1.2.3.4.5', '2001:4860:4860::8888%1'])(
    'refuses %p, which is not a plain address',
    (address) => {
      expect(refusePrivateAddress(address)).toBe('invalid');
    },
  );
});
