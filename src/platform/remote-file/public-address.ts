import ipaddr from 'ipaddr.js'

/** What the registries give out for the public internet; everything else of IPv6 is special or unused. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/**
 * Whether an address is one of the public internet. Private, loopback, link-local, shared (RFC 6598), multicast and
 * reserved addresses are not, nor are IPv6 addresses that carry an IPv4 one (mapped, 6to4, Teredo, NAT64): a gateway
 * would turn them into whatever they carry.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv6 ? parsed.match(...GLOBAL_IPV6) : ipaddr.IPv4.isValidFourPartDecimal(address)
}
