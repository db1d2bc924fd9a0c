import { normalizeIP } from '@fastify/rate-limit'
import { isIPv6 } from 'node:net'
import type { Bucket } from './rate-counter.ts'

const HOME_BITS = 64
const SITE_BITS = 48
/** A provider may put thousands of homes and phones into one network of this size, so it has more than a home. */
const HOMES_PER_SITE = 4

/** The network that counts as one visitor: an IPv4 address, or the /64 network of an IPv6 one, which is one home. */
export function homeNetworkOf(address: string): string {
  return normalizeIP(address, HOME_BITS)
}

/**
 * The buckets of what comes from an address: its own and, as whoever rents an IPv6 network mostly gets a /48 with 65,536
 * homes, one for all of these, which is four times as large.
 */
export function networkBuckets(kind: string, address: string, max: number, windowMs: number): Bucket[] {
  const home = homeNetworkOf(address)
  const buckets = [{ key: `${kind}:${home}`, max, windowMs }]
  if (isIPv6(home))
    buckets.push({ key: `${kind}-site:${normalizeIP(address, SITE_BITS)}`, max: max * HOMES_PER_SITE, windowMs })
  return buckets
}
