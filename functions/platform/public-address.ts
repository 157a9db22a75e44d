import { isIP } from 'node:net';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

/**
 * Whether an address is a unicast address of the public internet. Everything else is refused: reserved ranges, loopback,
 * private networks, link-local (where clouds serve metadata and credentials), and IPv6 forms that embed an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  // A zone (`fe80::1%eth0`) names an interface of this machine.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' ? !isWithin(parsed, AZURE_PLATFORM) : isWithin(parsed, GLOBAL_UNICAST);
}

/** Public by its range, but answered by Azure's platform inside of each virtual machine. */
const AZURE_PLATFORM = ipaddr.parseCIDR('168.63.129.16/32');
/** IANA has allocated this part of IPv6 alone; the library takes the unallocated rest for unicast too. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

function isWithin(address: IPv4 | IPv6, range: [IPv4 | IPv6, number]): boolean {
  return address.match(range);
}
