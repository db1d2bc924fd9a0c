import ipaddr from 'ipaddr.js'
import { onFirstUse } from '../concurrency/on-first-use.ts'

/** Ends of names that only a local network answers (RFC 6761, 6762, 8375 and 9476, and what routers make up). */
const LOCAL_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|private|lan|home|corp|alt|onion|invalid|test|home\.arpa)$/

/** What the registries give out for the public internet; everything else of IPv6 is special or unused. */
const globalIpv6 = onFirstUse(() => ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number])

/**
 * Whether an address is one of the public internet. Private, loopback, link-local, shared (RFC 6598), multicast and
 * reserved addresses are not, nor are IPv6 addresses that carry an IPv4 one (mapped, 6to4, Teredo, NAT64): a gateway
 * would turn them into whatever they carry.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv6 ? parsed.match(...globalIpv6()) : ipaddr.IPv4.isValidFourPartDecimal(address)
}

/**
 * Whether everybody could ask the host of an http(s) URL, as far as its spelling tells: names are not looked up, and
 * names without a dot are of a local network. The URL parser brings 127.1, 0x7f.1 and 2130706433 into one form.
 */
export function hasPublicHost(url: string): boolean {
  if (!URL.canParse(url)) return false
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (ipaddr.isValid(host)) return isPublicAddress(host)
  return host.includes('.') && !LOCAL_NAME.test(host)
}

/** Whether an address is an http(s) URL that only a local network answers; a path of the shop itself is none. */
export function isLocalUrl(address: string): boolean {
  return /^https?:/i.test(address) && !hasPublicHost(address)
}
