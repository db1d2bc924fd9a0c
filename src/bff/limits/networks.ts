import { normalizeIP } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import { isIP, isIPv6 } from 'node:net'
import type { Bucket } from './rate-counter.ts'

const HOME_BITS = 64
const SITE_BITS = 48
/** A provider may put thousands of homes and phones into one network of this size, so it has more than a home. */
const HOMES_PER_SITE = 4
/** Each takes some 200 bytes. */
const HOMES_KNOWN = 5000
const homes = new LRUCache<string, string>({ max: HOMES_KNOWN })

/** The one visitor that all count as whose address is none: a proxy passes on what it was sent. */
const NO_ADDRESS = 'no-address'
const IPV4_WITH_PORT = /^([\d.]+):\d+$/
const IPV6_IN_BRACKETS = /^\[([^\]]*)\](?::\d+)?$/

/** The IP address without the port that some proxies write behind it; null when it is none. */
function withoutPort(address: string): string | null {
  const bare = IPV4_WITH_PORT.exec(address)?.[1] ?? IPV6_IN_BRACKETS.exec(address)?.[1] ?? address
  return isIP(bare) === 0 ? null : bare
}

/**
 * The network that counts as one visitor: an IPv4 address, or the /64 network of an IPv6 one, which is one home. To
 * take an address apart costs 10 microseconds and every request asks, so the latest ones are remembered.
 * @param address as a proxy wrote it, perhaps with a port
 */
export function homeNetworkOf(address: string): string {
  const known = homes.get(address)
  if (known !== undefined) return known
  const bare = withoutPort(address)
  if (bare === null) return NO_ADDRESS
  const home = normalizeIP(bare, HOME_BITS)
  homes.set(address, home)
  return home
}

/**
 * The buckets of what comes from an address: its own and, as somebody who rents an IPv6 network mostly gets a /48 with
 * 65,536 homes, one for all of these, which is four times as large.
 */
export function networkBuckets(kind: string, address: string, max: number, windowMs: number): Bucket[] {
  const home = homeNetworkOf(address)
  const buckets = [{ key: `${kind}:${home}`, max, windowMs }]
  if (isIPv6(home))
    buckets.push({ key: `${kind}-site:${normalizeIP(home, SITE_BITS)}`, max: max * HOMES_PER_SITE, windowMs })
  return buckets
}
