import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that name its network: within it whoever has one address has all of them. */
const NETWORK_BITS = 64;

/**
 * The network that one address can be told by: IPv4 as a whole, also where it comes in an IPv6 address, and the /64 of
 * IPv6. What is no address stays as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const bytes = parsed.toByteArray().map((byte, place) => (place < NETWORK_BITS / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${NETWORK_BITS}`;
}
