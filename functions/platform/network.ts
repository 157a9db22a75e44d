import ipaddr from 'ipaddr.js';

/**
 * Bits of an address that name its networks, the narrowest first: within a /64 of IPv6 whoever has one address has all of
 * them, a line has a /56 or a /48, and who has one address of IPv4 often has others of its /24.
 */
const NETWORK_BITS = { ipv4: [32, 24], ipv6: [64, 56, 48] } as const;

/**
 * The networks that one address can be told by, the narrowest first: of IPv4 the address itself, also where it comes in an
 * IPv6 address. What is no address stays as it is, and alone.
 */
export function networksOf(address: string): readonly [string, ...string[]] {
  if (!ipaddr.isValid(address)) return [address];
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  const [narrowest, ...wider] = NETWORK_BITS[parsed.kind()].map((bits) => {
    if (bits === bytes.length * 8) return parsed.toString();
    const named = bytes.map((byte, place) => (place < bits / 8 ? byte : 0));
    return `${ipaddr.fromByteArray(named).toString()}/${bits}`;
  });
  return [narrowest ?? address, ...wider];
}

export function networkOf(address: string): string {
  return networksOf(address)[0];
}
