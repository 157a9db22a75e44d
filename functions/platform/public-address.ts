import { BlockList, isIP } from 'node:net';

/**
 * Whether an address is one of the public internet. Anything else is refused: what is reserved, of this machine, of
 * a network behind it, of a cloud's own services, or an IPv4 address in the clothes of IPv6, by which one of those
 * could be meant.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !RESERVED_V4.check(address, 'ipv4');
    case 6:
      // A zone names an interface of this machine.
      return (
        !address.includes('%') && GLOBAL_V6.check(address, 'ipv6') && !RESERVED_V6.check(address, 'ipv6')
      );
    default:
      return false;
  }
}

/** IANA's special-purpose registry, and what is no single host's. */
const RESERVED_V4 = blockList('ipv4', [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's platform
  ['169.254.0.0', 16], // link-local, where clouds serve metadata and credentials
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // IETF protocols
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // relays of 6to4
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
]);

/**
 * All that is given out to hosts. Outside of it are loopback, link-local, unique local, multicast, IPv4-mapped and
 * -compatible addresses, and NAT64.
 */
const GLOBAL_V6 = blockList('ipv6', [['2000::', 3]]);

const RESERVED_V6 = blockList('ipv6', [
  ['2001::', 23], // IETF protocols: Teredo, ORCHID, benchmarks
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: an IPv4 address inside
  ['3fff::', 20], // documentation
]);

function blockList(
  family: 'ipv4' | 'ipv6',
  ranges: readonly (readonly [address: string, prefix: number])[],
): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, family);
  return list;
}
